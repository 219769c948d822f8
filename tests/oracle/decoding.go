package main

import (
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/openyurtio/openyurt/pkg/apis/apps/v1alpha1"
	"github.com/openyurtio/openyurt/pkg/apis/apps/v1beta1"
	"github.com/openyurtio/openyurt/pkg/apis/apps/v1beta2"
)

var types = map[string]func() any{
	"v1 Pod":                             func() any { return &corev1.Pod{} },
	"v1 Node":                            func() any { return &corev1.Node{} },
	"apps/v1 Deployment":                 func() any { return &appsv1.Deployment{} },
	"apps/v1 DaemonSet":                  func() any { return &appsv1.DaemonSet{} },
	"apps.openyurt.io/v1alpha1 NodePool": func() any { return &v1alpha1.NodePool{} },
	"apps.openyurt.io/v1beta1 NodePool":  func() any { return &v1beta1.NodePool{} },
	"apps.openyurt.io/v1beta2 NodePool":  func() any { return &v1beta2.NodePool{} },
}

// decodeObject reads "object" into the type of its apiVersion and kind, as the API server does with what it is sent:
// "refused" says which field has a type that it cannot have, "" where all of them fit.
func decodeObject(asked question) (answer, error) {
	var head metav1.TypeMeta
	if err := decode(asked.Object, &head); err != nil {
		return nil, err
	}
	into, known := types[head.APIVersion+" "+head.Kind]
	if !known {
		return nil, fmt.Errorf("no type for %s %s", head.APIVersion, head.Kind)
	}
	return answer{"refused": text(decode(asked.Object, into()))}, nil
}
