package main

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	schedulinghelpers "k8s.io/component-helpers/scheduling/corev1"
	"k8s.io/component-helpers/scheduling/corev1/nodeaffinity"
	"sigs.k8s.io/controller-runtime/pkg/client"

	kruise "github.com/openkruise/kruise/apis/apps/v1alpha1"
	kruiseadapter "github.com/openkruise/kruise/pkg/controller/uniteddeployment/adapter"
	"github.com/openyurtio/openyurt/pkg/apis/apps/v1alpha1"
	"github.com/openyurtio/openyurt/pkg/apis/apps/v1beta1"
	"github.com/openyurtio/openyurt/pkg/apis/apps/v1beta2"
	"github.com/openyurtio/openyurt/pkg/yurtmanager/controller/yurtappset/adapter"
	"github.com/openyurtio/openyurt/pkg/yurtmanager/controller/yurtappset/workloadmanager"
)

// makeWorkloads gives the pod templates of the Deployments that the controller makes of the YurtAppSet "object", of
// v1beta1 or converted from v1alpha1, by the names of those NodePools of "pools" for which it makes one.
func makeWorkloads(asked question) (answer, error) {
	var head metav1.TypeMeta
	if err := decode(asked.Object, &head); err != nil {
		return nil, err
	}
	set := &v1beta1.YurtAppSet{}
	if head.APIVersion == "apps.openyurt.io/v1alpha1" {
		old := &v1alpha1.YurtAppSet{}
		if err := decode(asked.Object, old); err != nil {
			return nil, err
		}
		if err := old.ConvertTo(set); err != nil {
			return nil, err
		}
	} else if err := decode(asked.Object, set); err != nil {
		return nil, err
	}
	known := listed{stored{known: map[string]*v1beta2.NodePool{}}}
	for _, raw := range asked.Pools {
		pool, err := defaulted(raw)
		if err != nil {
			return nil, err
		}
		known.known[pool.Name] = pool
	}
	names, err := workloadmanager.GetNodePoolsFromYurtAppSet(known, set)
	if err != nil {
		return nil, err
	}
	scheme := runtime.NewScheme()
	if err := v1beta1.AddToScheme(scheme); err != nil {
		return nil, err
	}
	manager := workloadmanager.DeploymentManager{Client: known, Scheme: scheme}
	made := map[string]corev1.PodTemplateSpec{}
	for name := range names {
		deployment := appsv1.Deployment{}
		if err := manager.ApplyTemplate(set, name, "1", &deployment); err != nil {
			return nil, err
		}
		made[name] = deployment.Spec.Template
	}
	return answer{"made": made}, nil
}

// makeForPool gives the pod template of the Deployment that the controller of OpenYurt 1.4 makes of the YurtAppSet
// v1alpha1 "object" for the pool "text" of its topology; v1.7 still has the code.
func makeForPool(asked question) (answer, error) {
	set := &v1alpha1.YurtAppSet{}
	if err := decode(asked.Object, set); err != nil {
		return nil, err
	}
	scheme := runtime.NewScheme()
	if err := v1alpha1.AddToScheme(scheme); err != nil {
		return nil, err
	}
	deployment := appsv1.Deployment{}
	deployments := adapter.DeploymentAdapter{Scheme: scheme}
	if err := deployments.ApplyPoolTemplate(set, asked.Text, "1", 1, &deployment); err != nil {
		return nil, err
	}
	return answer{"template": deployment.Spec.Template}, nil
}

// makeForSubset gives the pod template of the Deployment that OpenKruise makes of the UnitedDeployment "object" for its
// subset "text".
func makeForSubset(asked question) (answer, error) {
	set := &kruise.UnitedDeployment{}
	if err := decode(asked.Object, set); err != nil {
		return nil, err
	}
	scheme := runtime.NewScheme()
	if err := kruise.AddToScheme(scheme); err != nil {
		return nil, err
	}
	deployment := appsv1.Deployment{}
	deployments := kruiseadapter.DeploymentAdapter{Scheme: scheme}
	if err := deployments.ApplySubsetTemplate(set, asked.Text, "1", 1, 0, &deployment); err != nil {
		return nil, err
	}
	return answer{"template": deployment.Spec.Template}, nil
}

// choose tells which of the NodePools "pools" the LabelSelector "object" chooses: by the labels that they declare, and
// by those that the webhook gives them.
func choose(asked question) (answer, error) {
	var given metav1.LabelSelector
	if err := decode(asked.Object, &given); err != nil {
		return nil, err
	}
	selector, err := metav1.LabelSelectorAsSelector(&given)
	if err != nil {
		return nil, err
	}
	declared, labelled := []bool{}, []bool{}
	for _, raw := range asked.Pools {
		pool, err := hub(raw)
		if err != nil {
			return nil, err
		}
		declared = append(declared, selector.Matches(labels.Set(pool.Labels)))
		if pool, err = defaulted(raw); err != nil {
			return nil, err
		}
		labelled = append(labelled, selector.Matches(labels.Set(pool.Labels)))
	}
	return answer{"declared": declared, "labelled": labelled}, nil
}

// fits tells for each of "nodes" whether the scheduler may place the Pod "object" there, by nodeSelector, required node
// affinity and taints.
func fits(asked question) (answer, error) {
	var pod corev1.Pod
	if err := decode(asked.Object, &pod); err != nil {
		return nil, err
	}
	affinity := nodeaffinity.GetRequiredNodeAffinity(&pod)
	fitting := make([]bool, 0, len(asked.Nodes))
	for _, raw := range asked.Nodes {
		var node corev1.Node
		if err := decode(raw, &node); err != nil {
			return nil, err
		}
		matched, err := affinity.Match(&node)
		_, tainted := schedulinghelpers.FindMatchingUntoleratedTaint(node.Spec.Taints, pod.Spec.Tolerations, keepsOff)
		fitting = append(fitting, matched && err == nil && !tainted)
	}
	return answer{"fits": fitting}, nil
}

func keepsOff(taint *corev1.Taint) bool {
	return taint.Effect == corev1.TaintEffectNoSchedule || taint.Effect == corev1.TaintEffectNoExecute
}

// listed is stored with a list of all NodePools.
type listed struct{ stored }

func (pools listed) List(_ context.Context, into client.ObjectList, _ ...client.ListOption) error {
	list := into.(*v1beta2.NodePoolList)
	for _, pool := range pools.known {
		list.Items = append(list.Items, *pool)
	}
	return nil
}
