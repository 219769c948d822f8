package main

import (
	"context"
	"encoding/json"
	"io"
	"sync"
	"time"

	"github.com/argoproj/argo-cd/v3/pkg/apis/application/v1alpha1"
	"github.com/argoproj/argo-cd/v3/reposerver/apiclient"
)

// Question is what is read from stdin: applications, and how many of them are asked for at a time.
type Question struct {
	Parallel     int           `json:"parallel"`
	Applications []Application `json:"applications"`
}

// Application is a source in a git repository; BuildOptions are kustomize.buildOptions of argocd-cm.
type Application struct {
	Name         string `json:"name"`
	Repository   string `json:"repository"`
	Revision     string `json:"revision"`
	Path         string `json:"path"`
	BuildOptions string `json:"buildOptions"`
}

// Answer is what the repo-server says of an application: each manifest as JSON text, or the error; and the time it took.
type Answer struct {
	Manifests  []string `json:"manifests"`
	SourceType string   `json:"sourceType"`
	Error      string   `json:"error"`
	Seconds    float64  `json:"seconds"`
}

// generate asks the repo-server for the manifests of applications, as the application controller does.
func generate(address string, input io.Reader, output io.Writer) error {
	var question Question
	if err := json.NewDecoder(input).Decode(&question); err != nil {
		return err
	}
	connection, client, err := apiclient.NewRepoServerClientset(
		address, 120, apiclient.TLSConfiguration{DisableTLS: true},
	).NewRepoServerClient()
	if err != nil {
		return err
	}
	defer connection.Close()
	answers := make([]Answer, len(question.Applications))
	next := make(chan int)
	var workers sync.WaitGroup
	for range max(1, question.Parallel) {
		workers.Go(func() {
			for index := range next {
				answers[index] = ask(client, question.Applications[index])
			}
		})
	}
	for index := range question.Applications {
		next <- index
	}
	close(next)
	workers.Wait()
	return json.NewEncoder(output).Encode(answers)
}

func ask(client apiclient.RepoServerServiceClient, application Application) Answer {
	began := time.Now()
	made, err := client.GenerateManifest(context.Background(), &apiclient.ManifestRequest{
		AppName:   application.Name,
		Namespace: "default",
		Repo:      &v1alpha1.Repository{Repo: application.Repository},
		Revision:  application.Revision,
		NoCache:   true,
		ApplicationSource: &v1alpha1.ApplicationSource{
			RepoURL:        application.Repository,
			Path:           application.Path,
			TargetRevision: application.Revision,
		},
		KustomizeOptions:   &v1alpha1.KustomizeOptions{BuildOptions: application.BuildOptions},
		ProjectName:        "default",
		ProjectSourceRepos: []string{"*"},
	})
	answer := Answer{Seconds: time.Since(began).Seconds()}
	if err != nil {
		answer.Error = err.Error()
		return answer
	}
	answer.Manifests, answer.SourceType = made.Manifests, made.SourceType
	return answer
}
