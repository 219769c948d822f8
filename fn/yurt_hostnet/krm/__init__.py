"""A small KRM function SDK: ResourceList, KubeObject, Result and Edit. It knows nothing of OpenYurt."""
