package main

import (
	corev1 "k8s.io/api/core/v1"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/component-helpers/scheduling/corev1/nodeaffinity"
	"k8s.io/kubernetes/pkg/apis/core"
	"k8s.io/kubernetes/pkg/apis/core/v1"
	"k8s.io/kubernetes/pkg/apis/core/validation"
	kjson "sigs.k8s.io/json"
)

// decode reads an object as the API server does: field names are case-sensitive, unknown ones are dropped.
func decode(raw []byte, into any) error {
	return kjson.UnmarshalCaseSensitivePreserveInts(raw, into)
}

// match tells for each of "nodes" whether nodeSelector and required node affinity of the Pod "object" allow it,
// as the scheduler sees it.
func match(asked question) (answer, error) {
	var pod corev1.Pod
	if err := decode(asked.Object, &pod); err != nil {
		return nil, err
	}
	affinity := nodeaffinity.GetRequiredNodeAffinity(&pod)
	matches := make([]bool, 0, len(asked.Nodes))
	for _, raw := range asked.Nodes {
		var node corev1.Node
		if err := decode(raw, &node); err != nil {
			return nil, err
		}
		// An error is a term that cannot be parsed; the scheduler keeps the pod off the node.
		matched, err := affinity.Match(&node)
		matches = append(matches, matched && err == nil)
	}
	return answer{"matches": matches}, nil
}

// validatePod lists the fields of the Pod "object" that the API server refuses after its own defaults, and of its
// required node affinity those that the scheduler cannot read ("unreadable").
func validatePod(asked question) (answer, error) {
	var given corev1.Pod
	if err := decode(asked.Object, &given); err != nil {
		return nil, err
	}
	v1.SetObjectDefaults_Pod(&given)
	var pod core.Pod
	if err := v1.Convert_v1_Pod_To_core_Pod(&given, &pod, nil); err != nil {
		return nil, err
	}
	problems := []answer{}
	for _, problem := range validation.ValidatePodCreate(&pod, validation.PodValidationOptions{}) {
		problems = append(problems, answer{"field": problem.Field, "type": string(problem.Type), "detail": problem.Detail})
	}
	return answer{"problems": problems, "unreadable": unreadable(given.Spec.Affinity)}, nil
}

func unreadable(affinity *corev1.Affinity) []string {
	fields := []string{}
	if affinity == nil || affinity.NodeAffinity == nil {
		return fields
	}
	required := affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution
	if required == nil {
		return fields
	}
	if _, err := nodeaffinity.NewNodeSelector(required); err != nil {
		for _, problem := range err.(utilerrors.Aggregate).Errors() {
			fields = append(fields, problem.(*field.Error).Field)
		}
	}
	return fields
}
