"""The Helm plugin: packaged, signed with a key made for the test, verified, installed; and Helm 3 beside it."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest
import yaml

from hosts.programs import IDENTITY, OURS, REQUIRED, ROOT, Hosts, Result, find
from yurt_hostnet import __version__

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.host

KEY = "Throw-away <throw-away@example.com>"
NAME = f"yurt-hostnet-{__version__}.tgz"
TEMPLATE = ("template", "web", str(ROOT / "helm-example"), "--post-renderer", "yurt-hostnet")


class Signed:
    """A signed plugin, with the public key ring that it can be verified with and a ring of another key."""

    def __init__(self, hosts: Hosts, folder: Path) -> None:
        self.rings = {name: key_ring(folder / name) for name in ("ours", "other")}
        secret, _ = self.rings["ours"]
        sign = ("--sign", "--key", "Throw-away", "--keyring", secret, "--destination", folder)
        hosts.run("helm4", "plugin", "package", *sign, ROOT / "helm-plugin").ok()
        self.package = folder / NAME

    def public(self, name: str) -> Path:
        return self.rings[name][1]


def key_ring(home: Path) -> tuple[Path, Path]:
    """Make a key without a passphrase; return the files with its secret and its public half."""
    home.mkdir(mode=0o700)
    program = shutil.which("gpg")
    if program is None:
        reason = "gpg is not installed"
        if REQUIRED:
            pytest.fail(reason)
        pytest.skip(reason)
    gpg = [program, "--homedir", str(home), "--batch", "--quiet", "--pinentry-mode", "loopback", "--passphrase", ""]
    files = home / "secret.gpg", home / "public.gpg"
    try:
        subprocess.run([*gpg, "--quick-generate-key", KEY, "rsa2048", "sign", "1d"], check=True, capture_output=True)
        for file, command in zip(files, ("--export-secret-keys", "--export"), strict=True):
            file.write_bytes(subprocess.run([*gpg, command], check=True, capture_output=True).stdout)
    finally:
        subprocess.run(["gpgconf", "--homedir", str(home), "--kill", "gpg-agent"], check=True, capture_output=True)
    return files


@pytest.fixture(scope="module")
def signed(hosts: Hosts, tmp_path_factory: pytest.TempPathFactory) -> Signed:
    return Signed(hosts, tmp_path_factory.mktemp("signed"))


def helm(hosts: Hosts, name: str, home: Path, *arguments: str | Path, function: str = OURS) -> Result:
    """Run a Helm whose plugins and settings are under `home`."""
    environment = {f"HELM_{kind}_HOME": str(home / kind) for kind in ("CACHE", "CONFIG", "DATA")}
    return hosts.run(name, *arguments, environment=environment, function=function)


def test_the_plugin_has_the_version_of_the_package() -> None:
    assert yaml.safe_load((ROOT / "helm-plugin" / "plugin.yaml").read_text())["version"] == __version__


def test_verify(hosts: Hosts, signed: Signed, tmp_path: Path) -> None:
    good = helm(hosts, "helm4", tmp_path, "plugin", "verify", signed.package, "--keyring", signed.public("ours")).ok()
    assert good.startswith(f"Signed by: {KEY}\n")
    other = helm(hosts, "helm4", tmp_path, "plugin", "verify", signed.package, "--keyring", signed.public("other"))
    assert (other.code, "signature" in other.stderr) == (1, True), other.stderr
    changed = tmp_path / NAME
    shutil.copy(f"{signed.package}.prov", f"{changed}.prov")
    changed.write_bytes(signed.package.read_bytes() + b"\0")
    tampered = helm(hosts, "helm4", tmp_path, "plugin", "verify", changed, "--keyring", signed.public("ours"))
    assert (tampered.code, "sum does not match" in tampered.stderr) == (1, True), tampered.stderr


@pytest.mark.parametrize("form", ["directory", "package"])
def test_install_and_use(hosts: Hosts, signed: Signed, tmp_path: Path, form: str) -> None:
    source = ROOT / "helm-plugin" if form == "directory" else signed.package
    ring = () if form == "directory" else ("--keyring", signed.public("ours"))
    installed = helm(hosts, "helm4", tmp_path, "plugin", "install", source, *ring).ok()
    assert installed.splitlines()[-1] == "Installed plugin: yurt-hostnet"
    listed = helm(hosts, "helm4", tmp_path, "plugin", "list").ok().splitlines()
    assert [line.split()[:3] for line in listed[1:]] == [["yurt-hostnet", __version__, "postrenderer/v1"]]
    before = helm(hosts, "helm4", tmp_path, *TEMPLATE, function=IDENTITY).ok()
    after = helm(hosts, "helm4", tmp_path, *TEMPLATE).ok()
    assert ("NotIn" in before, "NotIn" in after) == (False, True)
    bad = helm(hosts, "helm4", tmp_path, *TEMPLATE, "--post-renderer-args", "--set=exclude=NonHost")
    assert (bad.code, bad.stdout, 'did you mean "NonHostNetwork"?' in bad.stderr) == (1, "", True), bad.stderr
    helm(hosts, "helm4", tmp_path, "plugin", "uninstall", "yurt-hostnet").ok()
    assert helm(hosts, "helm4", tmp_path, *TEMPLATE).code == 1


def test_an_unsigned_package_is_not_installed(hosts: Hosts, tmp_path: Path) -> None:
    unsigned = ("--sign=false", "--destination", tmp_path)
    helm(hosts, "helm4", tmp_path, "plugin", "package", *unsigned, ROOT / "helm-plugin").ok()
    refused = helm(hosts, "helm4", tmp_path, "plugin", "install", tmp_path / NAME)
    assert (refused.code, "provenance" in refused.stderr) == (1, True), refused.stderr
    helm(hosts, "helm4", tmp_path, "plugin", "install", "--verify=false", tmp_path / NAME).ok()


def test_helm_3_beside_the_plugin_of_helm_4(hosts: Hosts, signed: Signed, tmp_path: Path) -> None:
    """Each with plugins of its own, as helm-plugin/README.md says: shared, Helm 3 loses its plugins."""
    helm(hosts, "helm4", tmp_path, "plugin", "install", signed.package, "--keyring", signed.public("ours")).ok()
    environment = {f"HELM_{kind}_HOME": str(tmp_path / kind) for kind in ("CACHE", "CONFIG", "DATA")}
    apart = {**environment, "HELM_PLUGINS": str(tmp_path / "helm3-plugins")}
    after = hosts.run("helm3", *TEMPLATE, environment=apart)
    assert ("NotIn" in after.ok(), after.stderr) == (True, "")
    shared = hosts.run("helm3", *TEMPLATE, environment=environment)
    assert ("NotIn" in shared.ok(), shared.stderr.startswith("failed to load plugins: ")) == (True, True)


@pytest.mark.parametrize("name", ["helm3", "helm4"])
def test_helmfile(hosts: Hosts, tmp_path: Path, name: str) -> None:
    """Where helmfile is installed: it takes half an hour to build, so nothing requires it."""
    program = find("helmfile")
    if program is None:
        pytest.skip("helmfile is not installed")
    environment = {f"HELM_{kind}_HOME": str(tmp_path / kind) for kind in ("CACHE", "CONFIG", "DATA")}
    if name == "helm4":
        helm(hosts, "helm4", tmp_path, "plugin", "install", ROOT / "helm-plugin").ok()
    file = ROOT / "deploy" / "helmfile" / "helmfile.yaml"
    run = ("--helm-binary", find(name) or name, "--file", file, "template")
    assert (
        "NotIn"
        in hosts.run("helmfile", *run, environment={**environment, "PATH": hosts.environment("ours")["PATH"]}).ok()
    )
