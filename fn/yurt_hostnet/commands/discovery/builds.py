"""Builds: which files the kustomizations of a tree bring together, and what their patches change of NodePools.

Two files are of one build if a kustomization leads to both, itself or by way of others. A file to which none leads
counts as of any build.
"""

from __future__ import annotations

import os
from functools import reduce
from operator import or_

from yurt_hostnet.commands.discovery.pool_patches import PoolPatch, pool_patches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from yurt_hostnet.commands.discovery.files import Files
    from yurt_hostnet.commands.discovery.kustomizations import Kustomization
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.openyurt.pools import Pool, Pools

MOST = 64
"""So many patches that may be for any NodePool are looked at for each; their number times that of pools is a square."""


class Builds:
    """The builds of the files that were read; a kustomization is one bit of a mask."""

    def __init__(self, kustomizations: Collection[Kustomization]) -> None:
        self._all = list(kustomizations)
        numbers = {found.folder: number for number, found in enumerate(self._all)}
        self._leading = [1 << number for number in range(len(self._all))]
        self._files: dict[str, int] = {}
        self._declaring: dict[str, int] = {}
        self._masks: dict[str, int] = {}
        self._named: dict[str, list[tuple[int, PoolPatch]]] | None = None
        self._roots = (1 << len(self._all)) - 1
        lower = [[numbers[real] for real in found.wholes if real in numbers] for found in self._all]
        for number in _from_the_top(lower):
            for below in lower[number]:
                self._leading[below] |= self._leading[number]
                self._roots &= ~(1 << below)
        for number, found in enumerate(self._all):
            for real in found.wholes:
                if real not in numbers:
                    self._files[real] = self._files.get(real, 0) | self._leading[number]

    def directory_of(self, file: str) -> str:
        """Return the directory of an outermost kustomization that leads to a file, else the file's own."""
        mask = self._mask(file)
        found = mask & self._roots or mask
        if not found:
            return os.path.dirname(file)
        return os.path.relpath(self._all[(found & -found).bit_length() - 1].folder)

    def patched(self, pool: Pool, item: KubeObject) -> list[Pool]:
        """Return a declared pool as each patch of a kustomization that leads to it makes it, where it does so."""
        if self._named is None:
            self._named = self._patches()
        mask = self._mask(item.origin.file)
        wide = self._named.get("", [])
        rows = [*self._named.get(pool.name, []), *wide[:MOST]] if mask else []
        found = [patch.applied(pool, item) for number, patch in rows if mask >> number & 1]
        if mask and len(wide) > MOST:
            found.append(PoolPatch("", None, wide[MOST][1].origin).applied(pool, item))
        return [patched for patched in found if patched is not None]

    def is_apart(self, file: str, pools: Pools, name: str) -> bool:
        """Tell whether no build has both a file and a declaration of a pool."""
        if name not in self._declaring:
            declared = [pool for pool in pools.declarations(name) if not pool.is_patched]
            masks = [0 if pool.source is None else self._mask(pool.source[1].file) for pool in declared]
            self._declaring[name] = reduce(or_, masks) if all(masks) else 0
        mine, its = self._mask(file), self._declaring[name]
        return bool(mine and its) and not mine & its

    def _patches(self) -> dict[str, list[tuple[int, PoolPatch]]]:
        found: dict[str, list[tuple[int, PoolPatch]]] = {}
        for number, kustomization in enumerate(self._all):
            shown = os.path.relpath(kustomization.folder)
            for patch in pool_patches(kustomization.item, kustomization.folder, shown):
                found.setdefault(patch.name, []).append((number, patch))
        return found

    def _mask(self, file: str) -> int:
        mask = self._masks.get(file)
        if mask is None:
            mask = self._masks[file] = self._files.get(os.path.realpath(file), 0) if file else 0
        return mask


def builds(files: Files) -> Builds | None:
    """Return the builds of what was read, None without a kustomization."""
    return Builds(files.kustomizations) if files.kustomizations else None


def _from_the_top(lower: list[list[int]]) -> list[int]:
    """Return the numbers of a graph so that each comes before those below it, as far as there is no circle."""
    done: list[int] = []
    seen = [False] * len(lower)
    for start in range(len(lower)):
        waiting = [(start, iter(lower[start]))] if not seen[start] else []
        seen[start] = True
        while waiting:  # no recursion: chains may be deeper than Python goes
            number, rest = waiting[-1]
            below = next((each for each in rest if not seen[each]), None)
            if below is None:
                done.append(number)
                waiting.pop()
            else:
                seen[below] = True
                waiting.append((below, iter(lower[below])))
    return done[::-1]
