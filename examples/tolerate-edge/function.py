#!/usr/bin/env python3
"""Adds the toleration of an edge taint to every DaemonSet; comments and layout stay as they are."""

from yurt_hostnet.krm import INFO, Edit, ResourceList, Result, Wishes, as_main

TAINT = "node-role.example.com/edge"
TOLERATIONS = ("spec", "template", "spec", "tolerations")


def tolerate(resources: ResourceList) -> Wishes:
    """Yield the toleration for each DaemonSet that lacks it; `data.taint` of functionConfig names another taint."""
    config = resources.function_config or {}
    toleration = {"key": (config.get("data") or {}).get("taint", TAINT), "operator": "Exists"}
    for item in resources.mentioning("DaemonSet"):
        if item.kind != "DaemonSet" or item.get("spec", "template", "spec") is None:
            continue
        known = item.get(*TOLERATIONS) or []
        if toleration not in known:
            yield item, Edit((*TOLERATIONS, "-"), toleration) if known else Edit(TOLERATIONS, [toleration])
            yield Result(INFO, "tolerate-edge", f"Tolerates {toleration['key']} now.", item.ref, TOLERATIONS)


if __name__ == "__main__":
    as_main(tolerate)
