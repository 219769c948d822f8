"""Builds: what the kustomizations of a tree bring together, for who asks; commands/discovery/builds.py finds it out."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.openyurt.pools import Pool, Pools

    class Builds(Protocol):
        """Files are given as Origin.file."""

        def patched(self, pool: Pool, item: KubeObject) -> list[Pool]:
            """Return a declared pool as patches make it, each where that is another one."""

        def is_apart(self, file: str, pools: Pools, name: str) -> bool:
            """Tell whether no kustomization leads to both a file and a declaration of a pool."""

        def directory_of(self, file: str) -> str:
            """Return the directory of an outermost kustomization that leads to a file, else the file's own."""
