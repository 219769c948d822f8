// The contender in Go: the main job of yurt-hostnet as anybody would write it on krm-functions-sdk.
// It reads the whole ResourceList, edits the objects that need the requirement and writes the list back.
package main

import (
	"os"

	"github.com/kptdev/krm-functions-sdk/go/fn"
)

const (
	excludeAnnotation = "apps.openyurt.io/exclude-host-network-pool"
	hostNetworkLabel  = "nodepool.openyurt.io/hostnetwork"
	required          = "requiredDuringSchedulingIgnoredDuringExecution"
)

type requirement struct {
	Key      string   `yaml:"key" json:"key"`
	Operator string   `yaml:"operator" json:"operator"`
	Values   []string `yaml:"values" json:"values"`
}

type term struct {
	MatchExpressions []requirement `yaml:"matchExpressions" json:"matchExpressions"`
}

var notHostNetwork = requirement{Key: hostNetworkLabel, Operator: "NotIn", Values: []string{"true"}}

func main() {
	if err := fn.AsMain(fn.ResourceListProcessorFunc(process)); err != nil {
		os.Exit(1)
	}
}

func process(list *fn.ResourceList) (bool, error) {
	for _, object := range list.Items {
		pod := podOf(object)
		if pod == nil || !isWanted(pod.GetMap("metadata")) {
			continue
		}
		if err := require(pod.UpsertMap("spec")); err != nil {
			return false, err
		}
	}
	return true, nil
}

// podOf returns the pod template of a workload, the Pod itself, or nil.
func podOf(object *fn.KubeObject) *fn.SubObject {
	spec := object.GetMap("spec")
	switch object.GetKind() {
	case "Pod":
		return &object.SubObject
	case "Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "Job":
		if spec != nil {
			return spec.GetMap("template")
		}
	case "CronJob":
		if spec == nil || spec.GetMap("jobTemplate") == nil || spec.GetMap("jobTemplate").GetMap("spec") == nil {
			return nil
		}
		return spec.GetMap("jobTemplate").GetMap("spec").GetMap("template")
	}
	return nil
}

// isWanted tells whether a pod is annotated or is flannel or cluster DNS.
func isWanted(metadata *fn.SubObject) bool {
	if metadata == nil {
		return false
	}
	if annotations := metadata.GetMap("annotations"); annotations != nil {
		if annotations.GetString(excludeAnnotation) == "true" {
			return true
		}
	}
	labels := metadata.GetMap("labels")
	return labels != nil && (labels.GetString("app") == "flannel" || labels.GetString("k8s-app") == "kube-dns")
}

// require adds the requirement to every term that has requirements of its own, or one term where there is none.
func require(spec *fn.SubObject) error {
	selector := spec.UpsertMap("affinity").UpsertMap("nodeAffinity").UpsertMap(required)
	terms := selector.GetSlice("nodeSelectorTerms")
	if len(terms) == 0 {
		return selector.SetNestedField([]term{{[]requirement{notHostNetwork}}}, "nodeSelectorTerms")
	}
	for _, one := range terms {
		expressions := one.GetSlice("matchExpressions")
		if len(expressions) == 0 && len(one.GetSlice("matchFields")) == 0 {
			continue
		}
		has := false
		for _, expression := range expressions {
			values, _, _ := expression.NestedStringSlice("values")
			has = has || expression.GetString("key") == hostNetworkLabel &&
				expression.GetString("operator") == "NotIn" && len(values) == 1 && values[0] == "true"
		}
		if has {
			continue
		}
		var own []requirement
		for _, expression := range expressions {
			var old requirement
			if err := expression.As(&old); err != nil {
				return err
			}
			own = append(own, old)
		}
		if err := one.SetNestedField(append(own, notHostNetwork), "matchExpressions"); err != nil {
			return err
		}
	}
	return nil
}
