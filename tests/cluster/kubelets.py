"""Stands in for the kubelets: Nodes stay Ready, and what the scheduler binds to them runs."""

from __future__ import annotations

import time
from datetime import datetime, timezone
from http.client import HTTPException
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from cluster.api import Refused

if TYPE_CHECKING:
    from cluster.api import Api

HEARTBEAT = 10.0
"""Seconds between two leases, as kubelets have it."""

ROOM = {"cpu": "64", "memory": "256Gi", "ephemeral-storage": "1Ti", "pods": "110"}


class Kubelets(Thread):
    """One thread for all Nodes of a cluster. `failures` holds what kept it from its work, conflicts apart."""

    def __init__(self, api: Api) -> None:
        super().__init__(name="kubelets", daemon=True)
        self.api = api
        self.failures: list[str] = []
        self._over = Event()
        self._beat: dict[str, float] = {}

    def run(self) -> None:
        while not self._over.wait(0.5):
            self._round()

    def stop(self) -> None:
        self._over.set()
        self.join(60)

    def _round(self) -> None:
        try:
            for node in self.api.items("/api/v1/nodes"):
                self._keep(node["metadata"]["name"])
            for pod in self.api.items("/api/v1/pods"):
                if pod["spec"].get("nodeName") and pod["status"]["phase"] == "Pending":
                    self._run(pod)
        except (Refused, HTTPException, OSError) as failure:
            if not (isinstance(failure, Refused) and failure.code in (404, 409)):
                self.failures.append(repr(failure))

    def _keep(self, name: str) -> None:
        if time.monotonic() - self._beat.get(name, -HEARTBEAT) < HEARTBEAT:
            return
        now = datetime.now(timezone.utc)
        lease = {"holderIdentity": name, "leaseDurationSeconds": 40, "renewTime": f"{now:%Y-%m-%dT%H:%M:%S.%fZ}"}
        path = f"/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/{name}"
        self.api.apply(path, _object("coordination.k8s.io/v1", "Lease", name, spec=lease))
        ready = {
            "type": "Ready",
            "status": "True",
            "reason": "KubeletReady",
            "message": "so the test says",
            "lastHeartbeatTime": f"{now:%Y-%m-%dT%H:%M:%SZ}",
        }
        status = {"conditions": [ready], "capacity": ROOM, "allocatable": ROOM}
        self.api.apply(f"/api/v1/nodes/{name}/status", _object("v1", "Node", name, status=status))
        self._beat[name] = time.monotonic()

    def _run(self, pod: dict[str, Any]) -> None:
        name, namespace = pod["metadata"]["name"], pod["metadata"]["namespace"]
        status = {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]}
        running = _object("v1", "Pod", name, status=status)
        running["metadata"]["namespace"] = namespace
        self.api.apply(f"/api/v1/namespaces/{namespace}/pods/{name}/status", running)


def _object(api_version: str, kind: str, name: str, **fields: Any) -> dict[str, Any]:
    return {"apiVersion": api_version, "kind": kind, "metadata": {"name": name}, **fields}
