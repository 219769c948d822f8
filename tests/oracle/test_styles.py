"""Workloads in every style of YAML: what we insert means the same to sigs.k8s.io/yaml and to kyaml."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import jsonpatch

from oracle import random_objects
from oracle.cases import run
from oracle.settings import only
from oracle.test_pods import required_problems
from properties.yaml_styles import Writer
from yurt_hostnet.hosts.manifests import serve
from yurt_hostnet.hosts.options import DONE, Options

if TYPE_CHECKING:
    from random import Random

    from oracle.asking import Oracle


def edited(text: str) -> str | None:
    """Return what the filter makes of `text`, None if it refuses it."""
    response = serve(text.encode(), Options(only()))
    return b"".join(response.stdout).decode() if response.code == DONE else None


def check_style(oracle: Oracle, rnd: Random) -> None:
    pod = random_objects.pod(rnd)
    if required_problems(oracle, pod):
        return  # test_pods has them
    data, _ = random_objects.workload(rnd, pod)
    expected = edited(json.dumps(data))
    text = Writer(rnd, exotic=rnd.random() < 0.2).document(data)
    read: Any = oracle.ask("yaml", text=text)
    assert read.get("json") == data
    answer = edited(text)
    assert expected is not None
    assert answer is not None
    intended = json.loads(expected)
    assert oracle.ask("yaml", text=answer)["json"] == intended
    before, after = (oracle.ask("kyaml", text=part) for part in (text, answer))
    if "error" in before:
        assert "error" in after
    else:
        # kyaml takes hostNetwork: no for a string; what we put in must mean the same all the same.
        (given,) = before["documents"]
        assert after["documents"] == [jsonpatch.make_patch(data, intended).apply(given)]


def test_styles(oracle: Oracle) -> None:
    run(check_style, oracle)
