// Command older answers questions with code that the oracle's own version of OpenYurt no longer has: two versions of one
// module cannot be in one program.
//
// One question a line on standard input, one answer a line on standard output, both JSON, as in the oracle.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	"github.com/go-logr/logr"
	"github.com/openyurtio/openyurt/pkg/apis/apps/v1alpha1"
	"github.com/openyurtio/openyurt/pkg/yurtmanager/controller/yurtappdaemon/workloadcontroller"
	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/klog/v2"
)

type question struct {
	Do     string          `json:"do"`
	Object json.RawMessage `json:"object"`
	Pool   json.RawMessage `json:"pool"`
}

type answer map[string]any

var commands = map[string]func(question) (answer, error){
	"yurt-app-daemon": yurtAppDaemon,
}

func main() {
	klog.SetLogger(logr.Discard())
	lines := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := json.NewEncoder(os.Stdout)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		_ = out.Encode(ask(line))
	}
}

func ask(line []byte) (reply answer) {
	defer func() {
		if reason := recover(); reason != nil {
			reply = answer{"panic": fmt.Sprint(reason)}
		}
	}()
	var asked question
	if err := json.Unmarshal(line, &asked); err != nil {
		return answer{"fault": err.Error()}
	}
	command, known := commands[asked.Do]
	if !known {
		return answer{"fault": "no question " + asked.Do}
	}
	reply, err := command(asked)
	if err != nil {
		return answer{"error": err.Error()}
	}
	return reply
}

// yurtAppDaemon gives the Deployment that the controller makes of the YurtAppDaemon "object" for the NodePool "pool".
func yurtAppDaemon(asked question) (answer, error) {
	var daemon v1alpha1.YurtAppDaemon
	if err := json.Unmarshal(asked.Object, &daemon); err != nil {
		return nil, err
	}
	var pool v1alpha1.NodePool
	if err := json.Unmarshal(asked.Pool, &pool); err != nil {
		return nil, err
	}
	scheme := runtime.NewScheme()
	if err := v1alpha1.AddToScheme(scheme); err != nil {
		return nil, err
	}
	if daemon.Spec.WorkloadTemplate.DeploymentTemplate != nil { // YurtAppDaemonHandler.Default
		daemon.Spec.WorkloadTemplate.DeploymentTemplate.Spec.Selector = daemon.Spec.Selector
	}
	made := appsv1.Deployment{}
	controller := workloadcontroller.DeploymentController{Scheme: scheme}
	if err := controller.ApplyTemplate(scheme, &daemon, pool, "1", &made); err != nil {
		return nil, err
	}
	return answer{"object": made}, nil
}
