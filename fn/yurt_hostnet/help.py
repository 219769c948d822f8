"""The text of --help: complete, since `kpt fn doc` prints it."""

from __future__ import annotations

HELP = """\
yurt-hostnet keeps pods that need a network off the nodes of OpenYurt host-network NodePools.

usage: yurt-hostnet [options] < ResourceList or manifests > the same, edited
"""
