"""A real control plane with OpenYurt's yurt-manager, on this machine and without a kubelet."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import socket
import subprocess
import time
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from cluster.api import Api
from cluster.kubelets import Kubelets
from cluster.programs import BUILT, ETCD, PROGRAMS, chart, search_path

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

WEBHOOKS = "yurt-manager-mutating-webhook-configuration"
NODE_POOLS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/nodepools.apps.openyurt.io"

WRITES = ["create", "update", "patch"]
AUDIT = {
    "apiVersion": "audit.k8s.io/v1",
    "kind": "Policy",
    "omitStages": ["RequestReceived"],
    "rules": [
        {"level": "RequestResponse", "verbs": WRITES, "resources": [{"group": "", "resources": ["pods", "nodes"]}]},
        {"level": "None"},
    ],
}


class Cluster:
    """A running control plane: its API, its kubectl and its audit log, all under `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.token = secrets.token_hex(16)
        self.port = free_port()
        self.api = Api(self.port, folder / "apiserver.crt", self.token)
        self.kubeconfig = folder / "kubeconfig"
        self.audit = folder / "audit.log"

    def kubectl(self, *arguments: str | Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """Run kubectl against this cluster."""
        return subprocess.run(
            ["kubectl", *map(str, arguments)],
            input=stdin,
            capture_output=True,
            check=False,
            text=True,
            env={"PATH": search_path(), "HOME": str(self.folder), "KUBECONFIG": str(self.kubeconfig)},
            timeout=120,
        )

    def apply(self, text: str) -> None:
        """Apply manifests with kubectl; whatever it refuses fails the test."""
        done = self.kubectl("apply", "-f", "-", stdin=text)
        assert done.returncode == 0, done.stderr

    def mutations(self, resource: str) -> list[tuple[str, str, bool]]:
        """Return what mutating webhooks did to requests for a resource, as the API server noted it in its audit log.

        One row (name of the object, name of the webhook, whether it changed the object) for each call.
        """
        rows = []
        for line in self.audit.read_text(encoding="utf-8").splitlines():
            event = json.loads(line)
            if event["objectRef"]["resource"] != resource:
                continue
            for key, value in event.get("annotations", {}).items():
                if key.startswith("mutation.webhook.admission.k8s.io/"):
                    # Who creates an object need not name it; who changes one does.
                    name = event["responseObject"]["metadata"].get("name") or event["objectRef"]["name"]
                    call = json.loads(value)
                    rows.append((name, call["webhook"], call["mutated"]))
        return rows


@contextmanager
def control_plane(folder: Path, *, pod_webhook: bool) -> Iterator[Cluster]:
    """Run a control plane in an empty folder for as long as the block, with OpenYurt's pod webhook or without."""
    cluster = Cluster(folder)
    with ExitStack() as running:
        processes = Processes(folder)
        running.callback(shutil.rmtree, folder / "etcd", ignore_errors=True)  # pytest keeps folders, and this is large
        running.callback(processes.stop)
        _start_api_server(cluster, processes)
        _install_openyurt(cluster, processes, pod_webhook=pod_webhook)
        processes.start(
            "kube-controller-manager",
            f"--kubeconfig={cluster.kubeconfig}",
            f"--service-account-private-key-file={folder / 'accounts.key'}",
            f"--root-ca-file={folder / 'apiserver.crt'}",
            "--use-service-account-credentials=true",
            "--leader-elect=false",
            "--secure-port=0",
        )
        processes.start(
            "kube-scheduler", f"--kubeconfig={cluster.kubeconfig}", "--leader-elect=false", "--secure-port=0"
        )
        kubelets = Kubelets(cluster.api)
        kubelets.start()
        running.callback(kubelets.stop)
        yield cluster
        processes.check()
        assert kubelets.failures == []


def _start_api_server(cluster: Cluster, processes: Processes) -> None:
    folder = cluster.folder
    etcd, peers = free_port(), free_port()
    processes.start(
        ETCD,
        f"--data-dir={folder / 'etcd'}",
        f"--listen-client-urls=http://127.0.0.1:{etcd}",
        f"--advertise-client-urls=http://127.0.0.1:{etcd}",
        f"--listen-peer-urls=http://127.0.0.1:{peers}",
        f"--initial-advertise-peer-urls=http://127.0.0.1:{peers}",
        f"--initial-cluster=default=http://127.0.0.1:{peers}",
        "--unsafe-no-fsync",
    )
    key = ["openssl", "genrsa", "-out", str(folder / "accounts.key"), "2048"]
    subprocess.run(key, check=True, capture_output=True)
    _write(folder / "tokens.csv", f'{cluster.token},administrator,administrator,"system:masters"\n')
    _write(folder / "audit.json", json.dumps(AUDIT))
    _write(cluster.kubeconfig, json.dumps(_kubeconfig(cluster)))
    processes.start(
        "kube-apiserver",
        f"--etcd-servers=http://127.0.0.1:{etcd}",
        "--bind-address=127.0.0.1",
        "--advertise-address=192.0.2.1",
        "--endpoint-reconciler-type=none",
        f"--secure-port={cluster.port}",
        f"--cert-dir={folder}",
        "--service-cluster-ip-range=10.96.0.0/24",
        "--service-account-issuer=https://kubernetes.default.svc",
        f"--service-account-key-file={folder / 'accounts.key'}",
        f"--service-account-signing-key-file={folder / 'accounts.key'}",
        f"--token-auth-file={folder / 'tokens.csv'}",
        "--authorization-mode=RBAC",
        "--allow-privileged=true",
        f"--audit-policy-file={folder / 'audit.json'}",
        f"--audit-log-path={cluster.audit}",
    )
    processes.wait("the API server", cluster.api.ready)


def _install_openyurt(cluster: Cluster, processes: Processes, *, pod_webhook: bool) -> None:
    """Install what OpenYurt's chart does, but yurt-manager is a process of this machine and not a Deployment.

    So its Service names this machine, which the API server asks at the port that webhooks name.
    """
    webhooks, health = free_port(), free_port()
    service = {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {"name": "yurt-manager-webhook-service", "namespace": "kube-system"},
        "spec": {"type": "ExternalName", "externalName": "localhost"},
    }
    certificates = {
        "apiVersion": "v1",
        "kind": "Secret",
        "metadata": {"name": "yurt-manager-webhook-certs", "namespace": "kube-system"},
    }
    cluster.apply(json.dumps({"apiVersion": "v1", "kind": "List", "items": [service, certificates]}))
    path, to_port = "path: /", f"port: {webhooks}\n"
    for file in [*sorted((chart() / "crds").iterdir()), chart() / "templates" / "yurt-manager-auto-generated.yaml"]:
        text = file.read_text(encoding="utf-8").replace("{{ .Release.Namespace }}", "kube-system")
        lines = text.splitlines(keepends=True)
        for number, line in enumerate(lines):
            if line.lstrip().startswith(path):
                lines[number] = line[: -len(line.lstrip())] + to_port + line
        done = cluster.kubectl("create", "-f", "-", stdin="".join(lines))  # as Helm does; one is too long for apply
        assert done.returncode == 0, done.stderr
    processes.start(
        "yurt-manager",
        f"--health-probe-addr=127.0.0.1:{health}",
        f"--webhook-port={webhooks}",
        "--metrics-addr=0",
        "--leader-elect=false",
        "--controllers=nodepool-controller",
        f"--disable-independent-webhooks={'' if pod_webhook else 'pod'}",
        WEBHOOK_PORT=str(webhooks),
        WEBHOOK_CERT_DIR=str(cluster.folder / "webhooks"),
        KUBECONFIG=str(cluster.kubeconfig),
    )

    def ready() -> bool:
        configuration = cluster.api.get(
            f"/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/{WEBHOOKS}"
        )
        clients = [webhook["clientConfig"] for webhook in configuration["webhooks"]]
        clients.append(cluster.api.get(NODE_POOLS)["spec"]["conversion"]["webhook"]["clientConfig"])
        return all(client.get("caBundle") for client in clients) and _listens(webhooks)

    processes.wait("yurt-manager", ready)


class Processes:
    """The programs of a control plane; each writes to a log of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.running: list[tuple[str, subprocess.Popen[bytes]]] = []

    def start(self, name: str, *arguments: str, **environment: str) -> None:
        assert name in BUILT
        with (self.folder / f"{name}.log").open("wb") as log:
            process = subprocess.Popen(
                ["nice", "-n", "10", PROGRAMS / name, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={"PATH": os.environ["PATH"], "HOME": str(self.folder), **environment},
                cwd=self.folder,
                start_new_session=True,
            )
        self.running.append((name, process))

    def check(self) -> None:
        """Fail if a program has ended."""
        for name, process in self.running:
            if process.poll() is not None:
                log = (self.folder / f"{name}.log").read_text(encoding="utf-8", errors="replace")
                raise AssertionError(f"{name} ended with code {process.returncode}:\n{log[-3000:]}")

    def wait(self, what: str, done: Callable[[], bool], seconds: float = 180) -> None:
        """Wait until `done`, while every program runs."""
        end = time.monotonic() + seconds
        while not done():
            self.check()
            assert time.monotonic() < end, f"{what} was not ready after {seconds:.0f} s; see {self.folder}"
            time.sleep(0.5)

    def stop(self) -> None:
        for _, process in reversed(self.running):
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def _listens(port: int) -> bool:
    with socket.socket() as caller:
        return caller.connect_ex(("127.0.0.1", port)) == 0


def _kubeconfig(cluster: Cluster) -> dict[str, Any]:
    server = f"https://127.0.0.1:{cluster.port}"
    return {
        "apiVersion": "v1",
        "kind": "Config",
        "clusters": [
            {"name": "test", "cluster": {"server": server, "certificate-authority": str(cluster.api.certificate)}}
        ],
        "users": [{"name": "test", "user": {"token": cluster.token}}],
        "contexts": [{"name": "test", "context": {"cluster": "test", "user": "test"}}],
        "current-context": "test",
    }


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
