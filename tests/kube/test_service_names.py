"""Where texts of a container name a Service of the cluster, and where words only look like one."""

from __future__ import annotations

import pytest

from yurt_hostnet.kube.service_names import named_services, texts

SERVICES = {("shop", "api"): {80, 8080}, ("default", "cache"): {6379}, ("shop", "broker"): set[int]()}

NAMED = {
    "a whole name": ("mqtt.shop.svc.cluster.local", ["mqtt.shop.svc.cluster.local"]),
    "without a domain": ("mqtt.shop.svc", ["mqtt.shop.svc"]),
    "with a last dot": ("mqtt.shop.svc.cluster.local.", ["mqtt.shop.svc.cluster.local"]),
    "another domain": ("mqtt.shop.svc.example.org:1883", ["mqtt.shop.svc.example.org"]),
    "a pod of a StatefulSet": ("db-0.db.shop.svc:5432", ["db-0.db.shop.svc"]),
    "a URL": ("https://api.shop.svc/x?y=1", ["api.shop.svc"]),
    "a URL with a user": ("redis://u:secret@cache.default.svc:6379/0", ["cache.default.svc"]),
    "an option": ("--broker=mqtt.shop.svc:1883", ["mqtt.shop.svc"]),
    "a list": ("a.shop.svc:1,b.shop.svc:2", ["a.shop.svc", "b.shop.svc"]),
    "a known one in a URL": ("http://api/", ["api"]),
    "a known one in a URL without a port of its own": ("http://broker:99/", ["broker"]),
    "a known one with its port": ("--to api:8080", ["api"]),
    "a known one of another namespace": ("cache.default:6379", ["cache.default"]),
    "a shell's command": ("curl -s 'http://api:80' | jq .", ["api"]),
}
NOT_NAMED = {
    "prose": "This talks to api, and to the svc.",
    "a name without port or scheme": "api",
    "with another port": "api:9000",
    "of another namespace": "cache:6379",
    "an image": "registry.example.com/api:80",
    "no Service known": "http://other/",
    "an external name": "https://api.example.com:8080",
    "a file": "/etc/mqtt.shop.svc/config.yaml",
    "a longer label": "mqtt.shop.svcs.cluster.local",
    "svc too far in front": "shop.svc",
    "a variable": "http://$(HOST):80",
    "a time": "12:30:45",
    "nothing": "",
    "a script": "# " + "x" * 9000 + "\ncurl http://api/",
}


@pytest.mark.parametrize(("text", "names"), NAMED.values(), ids=NAMED)
def test_named(text: str, names: list[str]) -> None:
    assert list(named_services(text, SERVICES, "shop")) == names


@pytest.mark.parametrize("text", NOT_NAMED.values(), ids=NOT_NAMED)
def test_not_named(text: str) -> None:
    assert list(named_services(text, SERVICES, "shop")) == []


def test_texts() -> None:
    spec = {
        "initContainers": [{"command": ["a", 1, "b"]}, "none"],
        "containers": [
            {
                "env": [{"name": "A", "value": "c"}, {"name": "B", "valueFrom": {}}, None],
                "args": ["d"],
                "livenessProbe": {"httpGet": {"host": "e", "port": 1}},
                "readinessProbe": {"tcpSocket": {"host": "f"}},
                "startupProbe": {"exec": {"command": ["g"]}},
                "lifecycle": {"preStop": {"httpGet": {"host": "h"}}, "postStart": {"exec": {"command": ["i"]}}},
            }
        ],
    }
    assert list(texts(spec, ("spec",))) == [
        (("spec", "containers", 0, "env", 0, "value"), "c"),
        (("spec", "containers", 0, "args", 0), "d"),
        (("spec", "containers", 0, "livenessProbe", "httpGet", "host"), "e"),
        (("spec", "containers", 0, "readinessProbe", "tcpSocket", "host"), "f"),
        (("spec", "containers", 0, "startupProbe", "exec", "command", 0), "g"),
        (("spec", "containers", 0, "lifecycle", "postStart", "exec", "command", 0), "i"),
        (("spec", "containers", 0, "lifecycle", "preStop", "httpGet", "host"), "h"),
        (("spec", "initContainers", 0, "command", 0), "a"),
        (("spec", "initContainers", 0, "command", 2), "b"),
    ]
    assert list(texts({"containers": {"env": 1}})) == []
