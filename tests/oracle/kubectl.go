package main

import (
	"encoding/json"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/cli-runtime/pkg/resource"
	"sigs.k8s.io/kustomize/api/provider"
)

// readKubectl reads the stream "text" as kubectl (and Helm, which builds its objects the same way) does: all objects
// that an apply would send, lists taken apart. "errors" are those of objects that it refuses, beside others that it
// sends all the same.
func readKubectl(asked question) (answer, error) {
	objects := []json.RawMessage{}
	reply := answer{}
	result := resource.NewLocalBuilder().Unstructured().ContinueOnError().
		Stream(strings.NewReader(asked.Text), "text").Flatten().Do()
	err := result.Visit(func(info *resource.Info, err error) error {
		if err != nil {
			return err
		}
		object, isMap := info.Object.(*unstructured.Unstructured)
		if !isMap {
			return nil
		}
		text, err := runtime.Encode(unstructured.UnstructuredJSONScheme, object)
		if err == nil {
			objects = append(objects, text)
		}
		return err
	})
	reply["objects"] = objects
	if err != nil {
		reply["error"] = err.Error()
	}
	return reply, nil
}

// readKustomize reads the file "text" as kustomize reads one of its resources.
func readKustomize(asked question) (answer, error) {
	resources, err := provider.NewDefaultDepProvider().GetResourceFactory().SliceFromBytes([]byte(asked.Text))
	if err != nil {
		return nil, err
	}
	objects := []json.RawMessage{}
	for _, resource := range resources {
		text, err := resource.MarshalJSON()
		if err != nil {
			return nil, err
		}
		objects = append(objects, text)
	}
	return answer{"objects": objects}, nil
}
