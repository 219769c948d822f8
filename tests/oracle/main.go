// Command oracle answers questions about Kubernetes and OpenYurt with their own code.
//
// One question a line on standard input, one answer a line on standard output, both JSON. "do" names the
// question. An answer to a question that upstream refuses has "error".
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"

	"github.com/go-logr/logr"
	"k8s.io/klog/v2"
)

type question struct {
	Do     string            `json:"do"`
	Object json.RawMessage   `json:"object"`
	Old    json.RawMessage   `json:"old"`
	Nodes  []json.RawMessage `json:"nodes"`
	Patch  json.RawMessage   `json:"patch"`
	Pools  []json.RawMessage `json:"pools"`
	Text   string            `json:"text"`
	Tweaks []json.RawMessage `json:"tweaks"`
}

type answer map[string]any

var commands = map[string]func(question) (answer, error){
	"versions":        versions,
	"default-pod":     defaultPod,
	"default-node":    defaultNode,
	"update-node":     updateNode,
	"store-nodepool":  storeNodePool,
	"update-nodepool": updateNodePool,
	"match":           match,
	"tolerates":       tolerates,
	"rolling-update":  rollingUpdate,
	"fits":            fits,
	"make-workloads":  makeWorkloads,
	"make-for-pool":   makeForPool,
	"make-for-subset": makeForSubset,
	"choose":          choose,
	"merge":           merge,
	"tweak":           tweak,
	"validate-pod":    validatePod,
	"decode":          decodeObject,
	"yaml":            readYAML,
	"scalar":          readScalar,
	"kyaml":           readKyaml,
	"kubectl":         readKubectl,
	"kustomize":       readKustomize,
}

func main() {
	klog.SetLogger(logr.Discard())
	lines := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			break
		}
		reply, err := ask(line)
		if err != nil {
			reply = answer{"error": err.Error()}
		}
		text, err := json.Marshal(reply)
		if err != nil {
			text, _ = json.Marshal(answer{"fault": err.Error()})
		}
		_, _ = out.Write(append(text, '\n'))
		if lines.Buffered() == 0 {
			_ = out.Flush()
		}
	}
	_ = out.Flush()
}

func ask(line []byte) (reply answer, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			reply, err = answer{"panic": fmt.Sprint(reason)}, nil
		}
	}()
	var asked question
	if err := json.Unmarshal(line, &asked); err != nil {
		return answer{"fault": err.Error()}, nil
	}
	command, known := commands[asked.Do]
	if !known {
		return answer{"fault": "no question " + asked.Do}, nil
	}
	return command(asked)
}

func versions(question) (answer, error) {
	reply := answer{}
	info, _ := debug.ReadBuildInfo()
	reply["go"] = info.GoVersion
	for _, module := range info.Deps {
		switch module.Path {
		case "github.com/openyurtio/openyurt", "k8s.io/component-helpers", "k8s.io/kubernetes",
			"sigs.k8s.io/yaml", "go.yaml.in/yaml/v2", "sigs.k8s.io/kustomize/kyaml", "k8s.io/api":
			version := module.Version
			if module.Replace != nil {
				version = module.Replace.Version
			}
			reply[module.Path] = version
		}
	}
	return reply, nil
}
