"""A stand-in for a Kubernetes API server: answers discovery, holds no object, and notes every request."""

from __future__ import annotations

import json
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

KINDS = {
    "v1": {"services": "Service", "configmaps": "ConfigMap", "secrets": "Secret"},
    "apps/v1": {"deployments": "Deployment", "daemonsets": "DaemonSet"},
    "batch/v1": {"jobs": "Job"},
}


class ApiServer:
    """The address of a running server, and the requests that it had, as `METHOD /path`."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.requests: list[str] = []

    def writes(self) -> list[str]:
        """Return the requests that would have changed something."""
        return [request for request in self.requests if not request.startswith("GET ")]


@contextmanager
def api_server() -> Iterator[ApiServer]:
    """Run a stand-in on a free local port for as long as the block."""

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            path = self.path.partition("?")[0]
            server.requests.append(f"{self.command} {path}")
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            body = DISCOVERY.get(path) or _empty_list(path) if self.command == "GET" else None
            data = json.dumps(body or NOT_FOUND).encode()
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer  # noqa: N815 - the base class asks for these

        def log_message(self, *_: object) -> None:
            """Stay silent."""

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server = ApiServer(f"http://127.0.0.1:{http.server_port}")
    thread = Thread(target=http.serve_forever)
    thread.start()
    try:
        yield server
    finally:
        http.shutdown()
        thread.join()
        http.server_close()


def _empty_list(path: str) -> dict[str, Any] | None:
    """Return the answer to a list of one of our kinds, None for any other path."""
    names = {name: kind for kinds in KINDS.values() for name, kind in kinds.items()}
    kind = names.get(path.rpartition("/")[2])
    return {"kind": f"{kind}List", "apiVersion": "v1", "metadata": {}, "items": []} if kind else None


def _resources(version: str) -> dict[str, Any]:
    resources = [
        {"name": name, "singularName": "", "namespaced": True, "kind": kind, "verbs": ["get", "create"]}
        for name, kind in KINDS[version].items()
    ]
    return {"kind": "APIResourceList", "apiVersion": "v1", "groupVersion": version, "resources": resources}


def _groups() -> dict[str, Any]:
    versions = [{"groupVersion": version, "version": "v1"} for version in KINDS if "/" in version]
    groups = [
        {"name": version["groupVersion"].partition("/")[0], "versions": [version], "preferredVersion": version}
        for version in versions
    ]
    return {"kind": "APIGroupList", "apiVersion": "v1", "groups": groups}


NOT_FOUND = {"kind": "Status", "apiVersion": "v1", "status": "Failure", "reason": "NotFound", "code": 404}
DISCOVERY: dict[str, Any] = {
    "/version": {"major": "1", "minor": "34", "gitVersion": "v1.34.0"},
    "/api": {"kind": "APIVersions", "versions": ["v1"]},
    "/apis": _groups(),
    **{f"/{'apis/' if '/' in version else 'api/'}{version}": _resources(version) for version in KINDS},
}
