package main

import (
	"encoding/json"

	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/strategicpatch"

	"github.com/openyurtio/openyurt/pkg/apis/apps/v1beta1"
	"github.com/openyurtio/openyurt/pkg/yurtmanager/controller/yurtappset/workloadmanager"
)

// tweak applies "tweaks", those of a YurtAppSet, to the Deployment "object" as the controller does.
func tweak(asked question) (answer, error) {
	var deployment appsv1.Deployment
	if err := decode(asked.Object, &deployment); err != nil {
		return nil, err
	}
	tweaks := make([]*v1beta1.Tweaks, 0, len(asked.Tweaks))
	for _, raw := range asked.Tweaks {
		one := &v1beta1.Tweaks{}
		if err := json.Unmarshal(raw, one); err != nil {
			return nil, err
		}
		tweaks = append(tweaks, one)
	}
	given := deployment.DeepCopy()
	if err := workloadmanager.ApplyTweaksToDeployment(&deployment, tweaks); err != nil {
		return nil, err
	}
	return answer{"given": given, "object": deployment}, nil
}

// merge applies the strategic merge patch "patch" to the Deployment "object", as the controllers of YurtAppSet v1alpha1
// (StrategicMergeByPatches in pkg/yurtmanager/controller/yurtappset/adapter/adapter_util.go of v1.4.0) and of
// UnitedDeployment do.
func merge(asked question) (answer, error) {
	var deployment, patched appsv1.Deployment
	if err := decode(asked.Object, &deployment); err != nil {
		return nil, err
	}
	given := deployment.DeepCopy()
	patch := map[string]any{}
	if err := json.Unmarshal(asked.Patch, &patch); err != nil {
		return nil, err
	}
	original, err := runtime.DefaultUnstructuredConverter.ToUnstructured(&deployment)
	if err != nil {
		return nil, err
	}
	merged, err := strategicpatch.StrategicMergeMapPatch(original, patch, &patched)
	if err != nil {
		return nil, err
	}
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(merged, &patched); err != nil {
		return nil, err
	}
	return answer{"given": given, "object": patched}, nil
}
