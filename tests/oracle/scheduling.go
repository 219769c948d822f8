package main

import (
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	schedulinghelpers "k8s.io/component-helpers/scheduling/corev1"
	appsdefaults "k8s.io/kubernetes/pkg/apis/apps/v1"
	daemonutil "k8s.io/kubernetes/pkg/controller/daemon/util"
	deploymentutil "k8s.io/kubernetes/pkg/controller/deployment/util"
)

// tolerates tells for each of "nodes" whether its taints keep the Pod "object" off: by the scheduler, or where the Pod
// has a nodeName by the kubelet, which looks at NoExecute alone (pkg/kubelet/lifecycle, generalFilter). With the text
// "DaemonSet" the Pod is that of a DaemonSet.
func tolerates(asked question) (answer, error) {
	var pod corev1.Pod
	if err := decode(asked.Object, &pod); err != nil {
		return nil, err
	}
	if asked.Text == "DaemonSet" {
		daemonutil.AddOrUpdateDaemonPodTolerations(&pod.Spec)
	}
	counts := func(taint *corev1.Taint) bool {
		if pod.Spec.NodeName != "" {
			return taint.Effect == corev1.TaintEffectNoExecute
		}
		return taint.Effect == corev1.TaintEffectNoSchedule || taint.Effect == corev1.TaintEffectNoExecute
	}
	kept := make([]bool, 0, len(asked.Nodes))
	for _, raw := range asked.Nodes {
		var node corev1.Node
		if err := decode(raw, &node); err != nil {
			return nil, err
		}
		_, untolerated := schedulinghelpers.FindMatchingUntoleratedTaint(node.Spec.Taints, pod.Spec.Tolerations, counts)
		kept = append(kept, untolerated)
	}
	return answer{"off": kept}, nil
}

// rollingUpdate tells how many pods the Deployment "object" may have more and fewer in a rolling update.
func rollingUpdate(asked question) (answer, error) {
	var deployment appsv1.Deployment
	if err := decode(asked.Object, &deployment); err != nil {
		return nil, err
	}
	appsdefaults.SetObjectDefaults_Deployment(&deployment)
	if !deploymentutil.IsRollingUpdate(&deployment) {
		return answer{"rolling": false}, nil
	}
	update := deployment.Spec.Strategy.RollingUpdate
	surge, unavailable, err := deploymentutil.ResolveFenceposts(update.MaxSurge, update.MaxUnavailable, *deployment.Spec.Replicas)
	if err != nil {
		return nil, err
	}
	return answer{"rolling": true, "surge": surge, "unavailable": unavailable}, nil
}
