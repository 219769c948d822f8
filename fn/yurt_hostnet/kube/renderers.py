"""Kinds of other projects that hold values or patches of manifests which stand, or are rendered, elsewhere."""

from __future__ import annotations

from yurt_hostnet.kube.paths import find, parse_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PATCH_KEYS = frozenset({"patches", "patchesStrategicMerge", "patchesJson6902", "postRenderers", "kustomize"})
"""Keys below which such an object holds patches: a patch is a part of an object, and none by itself."""

_SOURCE = ("helm", "kustomize", "plugin", "directory.jsonnet")
_SOURCES = tuple(f"{at}.{part}" for at in ("source", "sources[]") for part in _SOURCE)

_ARGO = "argocd app manifests NAME | yurt-hostnet check -"
_HELM = "helm template CHART --values FILE | yurt-hostnet check -"
_FLUX = "flux build kustomization NAME --path DIRECTORY | yurt-hostnet check -"

RENDERERS: dict[tuple[str, str], tuple[tuple[str, ...], str]] = {
    # argo-cd, pkg/apis/application/v1alpha1/types.go, ApplicationSource.
    ("argoproj.io", "Application"): (tuple(f"spec.{path}" for path in _SOURCES), _ARGO),
    ("argoproj.io", "ApplicationSet"): (tuple(f"spec.template.spec.{path}" for path in _SOURCES), _ARGO),
    # fluxcd/helm-controller, api/v2; fluxcd/kustomize-controller, api/v1.
    ("helm.toolkit.fluxcd.io", "HelmRelease"): (("spec.values", "spec.valuesFrom", "spec.postRenderers"), _HELM),
    ("kustomize.toolkit.fluxcd.io", "Kustomization"): (
        ("spec.patches", "spec.patchesStrategicMerge", "spec.patchesJson6902", "spec.components"),
        _FLUX,
    ),
    # k3s-io/helm-controller, pkg/apis/helm.cattle.io/v1.
    ("helm.cattle.io", "HelmChart"): (("spec.valuesContent", "spec.set", "spec.valuesSecrets"), _HELM),
    ("helm.cattle.io", "HelmChartConfig"): (("spec.valuesContent", "spec.valuesSecrets"), _HELM),
    # rancher/fleet, pkg/apis/fleet.cattle.io/v1alpha1/bundle_types.go.
    ("fleet.cattle.io", "Bundle"): (
        ("spec.helm", "spec.kustomize", "spec.targets[].helm", "spec.targets[].kustomize"),
        _HELM,
    ),
    # crossplane-contrib/provider-helm, apis/release/v1beta1.
    ("helm.crossplane.io", "Release"): (("spec.forProvider.values", "spec.forProvider.set"), _HELM),
    ("helm.m.crossplane.io", "Release"): (("spec.forProvider.values", "spec.forProvider.set"), _HELM),
}
"""(API group, kind) -> dotted paths of values and patches, and how to look at what comes out."""


def rendered_from(group: str, kind: str, data: dict[str, Any]) -> tuple[list[str], str]:
    """Return the paths of an object that hold values or patches, as the table writes them, and what to type."""
    paths, command = RENDERERS.get((group, kind), ((), ""))
    return [path for path in paths if any(value for _, value in find(data, parse_path(path)))], command
