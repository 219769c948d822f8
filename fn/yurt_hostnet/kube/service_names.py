"""Service names: where the text of a container names a Service of the cluster as a host to connect to.

The DNS names of Services are those of the Kubernetes DNS specification: `name`, `name.namespace`,
`name.namespace.svc` and that with the cluster's domain behind it.
"""

from __future__ import annotations

import re

from yurt_hostnet.kube.paths import mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from typing import Any

    from yurt_hostnet.krm.result import Path

_LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_HOST = re.compile(
    rf"(?P<url>[a-z][a-z0-9+.-]{{0,20}}://(?:[^\s/@]{{1,200}}@)?)?(?P<host>{_LABEL}(?:\.{_LABEL}){{0,9}})\.?"
    r"(?::(?P<port>[0-9]{1,5}))?(?=$|[/?#])"
)
"""A word that is a host: with a scheme in front, a port behind, or both, or alone."""

_BETWEEN = re.compile(r"[\s,;=\"'()<>|]+")
"""What words of a command line or of a setting stand between: `--db=postgres:5432`, `a:1,b:2`."""

_SVC = "svc"
"""The label behind a Service's name and namespace; in front of them may stand a pod's or a port's."""

_LONGEST = 8192
"""Characters of a text that are looked at: a longer one is a script or a file, in which a host may be prose."""


def named_services(text: str, services: Mapping[tuple[str, str], Collection[int]], namespace: str) -> Iterator[str]:
    """Yield each host in `text` that is the name of a Service, as it stands there.

    `services` are those that are known, by namespace and name, with their ports; `namespace` is the pod's. A name that
    ends in `.svc` or in `.svc.` and a domain is one in any case, that of a known one only in a URL or with its port.
    """
    if len(text) > _LONGEST:
        return
    for word in _BETWEEN.split(text):
        found = _HOST.match(word)
        if found is None:
            continue
        host, port = found["host"], int(found["port"] or 0)
        labels = host.split(".")
        if _SVC in labels[2:]:
            yield host
        elif len(labels) <= 2 and (found["url"] or port):
            known = services.get((labels[1] if len(labels) > 1 else namespace, labels[0]))
            if known is not None and (found["url"] or port in known):
                yield host


def texts(pod_spec: dict[str, Any], spec_path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Yield (path, text) of what containers of a PodSpec are told: env values, commands, arguments, probes, hooks."""
    for group in ("containers", "initContainers"):
        containers = pod_spec.get(group)
        for index, entry in enumerate(containers if isinstance(containers, list) else ()):
            container, path = mapping(entry), (*spec_path, group, index)
            env = container.get("env")
            for number, variable in enumerate(env if isinstance(env, list) else ()):
                yield from _text(mapping(variable), "value", (*path, "env", number))
            yield from _commands(container, path)
            for probe in ("livenessProbe", "readinessProbe", "startupProbe"):
                yield from _handler(mapping(container.get(probe)), (*path, probe))
            for hook in ("postStart", "preStop"):
                yield from _handler(mapping(mapping(container.get("lifecycle")).get(hook)), (*path, "lifecycle", hook))


def _handler(handler: dict[str, Any], path: Path) -> Iterator[tuple[Path, str]]:
    for action in ("httpGet", "tcpSocket"):
        yield from _text(mapping(handler.get(action)), "host", (*path, action))
    yield from _commands(mapping(handler.get("exec")), (*path, "exec"))


def _commands(holder: dict[str, Any], path: Path) -> Iterator[tuple[Path, str]]:
    for key in ("command", "args"):
        words = holder.get(key)
        for number, word in enumerate(words if isinstance(words, list) else ()):
            if isinstance(word, str):
                yield (*path, key, number), word


def _text(holder: dict[str, Any], key: str, path: Path) -> Iterator[tuple[Path, str]]:
    value = holder.get(key)
    if isinstance(value, str):
        yield (*path, key), value
