package main

import (
	"context"
	"encoding/json"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/openyurtio/openyurt/pkg/apis/apps/v1alpha1"
	"github.com/openyurtio/openyurt/pkg/apis/apps/v1beta1"
	"github.com/openyurtio/openyurt/pkg/apis/apps/v1beta2"
	nodewebhook "github.com/openyurtio/openyurt/pkg/yurtmanager/webhook/node/v1"
	poolwebhook "github.com/openyurtio/openyurt/pkg/yurtmanager/webhook/nodepool/v1beta2"
	podwebhook "github.com/openyurtio/openyurt/pkg/yurtmanager/webhook/pod/v1alpha1"
)

// defaultPod lets the pod webhook default "object". "given" is the Pod as it was read, "changed" tells whether the
// webhook had anything to add.
func defaultPod(asked question) (answer, error) {
	var pod corev1.Pod
	if err := decode(asked.Object, &pod); err != nil {
		return nil, err
	}
	before := pod.DeepCopy()
	if err := (&podwebhook.PodHandler{}).Default(context.Background(), &pod); err != nil {
		return nil, err
	}
	return answer{"given": before, "object": pod, "changed": !equality.Semantic.DeepEqual(before, &pod)}, nil
}

// defaultNode lets the node webhook default "object" with the NodePools "pools", each in its own API version.
func defaultNode(asked question) (answer, error) {
	var node corev1.Node
	if err := decode(asked.Object, &node); err != nil {
		return nil, err
	}
	pools := stored{known: map[string]*v1beta2.NodePool{}}
	for _, raw := range asked.Pools {
		pool, err := hub(raw)
		if err != nil {
			return nil, err
		}
		pools.known[pool.Name] = pool
	}
	webhook := nodewebhook.NodeHandler{Client: pools}
	if err := webhook.Default(context.Background(), &node); err != nil {
		return nil, err
	}
	return answer{"object": node}, nil
}

// updateNode asks the node webhook whether "old" may become "object".
func updateNode(asked question) (answer, error) {
	var old, node corev1.Node
	if err := both(asked, &old, &node); err != nil {
		return nil, err
	}
	_, err := (&nodewebhook.NodeHandler{}).ValidateUpdate(context.Background(), &old, &node)
	return answer{"refused": text(err)}, nil
}

// storeNodePool tells what the API server keeps of the NodePool "object" of any version, and whether the
// webhook refuses to create it.
func storeNodePool(asked question) (answer, error) {
	pool, err := defaulted(asked.Object)
	if err != nil {
		return nil, err
	}
	_, err = (&poolwebhook.NodePoolHandler{}).ValidateCreate(context.Background(), pool)
	return answer{"object": pool, "refused": text(err)}, nil
}

// updateNodePool asks the NodePool webhook whether "old" may become "object", each of any version.
func updateNodePool(asked question) (answer, error) {
	old, err := defaulted(asked.Old)
	if err != nil {
		return nil, err
	}
	pool, err := defaulted(asked.Object)
	if err != nil {
		return nil, err
	}
	_, err = (&poolwebhook.NodePoolHandler{}).ValidateUpdate(context.Background(), old, pool)
	return answer{"refused": text(err)}, nil
}

func both(asked question, old, object any) error {
	if err := decode(asked.Old, old); err != nil {
		return err
	}
	return decode(asked.Object, object)
}

func defaulted(raw json.RawMessage) (*v1beta2.NodePool, error) {
	pool, err := hub(raw)
	if err != nil {
		return nil, err
	}
	return pool, (&poolwebhook.NodePoolHandler{}).Default(context.Background(), pool)
}

// hub reads a NodePool and converts it to v1beta2, the version that is stored.
func hub(raw json.RawMessage) (*v1beta2.NodePool, error) {
	var head metav1.TypeMeta
	if err := decode(raw, &head); err != nil {
		return nil, err
	}
	pool := &v1beta2.NodePool{}
	switch head.APIVersion {
	case "apps.openyurt.io/v1beta2":
		return pool, decode(raw, pool)
	case "apps.openyurt.io/v1beta1":
		old := &v1beta1.NodePool{}
		if err := decode(raw, old); err != nil {
			return nil, err
		}
		return pool, old.ConvertTo(pool)
	case "apps.openyurt.io/v1alpha1":
		old := &v1alpha1.NodePool{}
		if err := decode(raw, old); err != nil {
			return nil, err
		}
		return pool, old.ConvertTo(pool)
	}
	return nil, fmt.Errorf("no NodePool of version %q", head.APIVersion)
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// stored is a client that gets NodePools by name; whatever else is asked of it panics.
type stored struct {
	client.Client
	known map[string]*v1beta2.NodePool
}

func (pools stored) Get(_ context.Context, key client.ObjectKey, into client.Object, _ ...client.GetOption) error {
	pool, found := pools.known[key.Name]
	if !found {
		resource := v1beta2.GroupVersion.WithResource("nodepools").GroupResource()
		return apierrors.NewNotFound(resource, key.Name)
	}
	pool.DeepCopyInto(into.(*v1beta2.NodePool))
	return nil
}
