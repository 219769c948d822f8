"""Rendering: packages as kustomize builds them, and where each object and field of a build comes from."""
