"""The little of the Kubernetes API that the tests need besides kubectl."""

from __future__ import annotations

import json
import ssl
from http.client import HTTPException, HTTPSConnection
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path


class Refused(Exception):  # noqa: N818 - what the API server says is no error of ours
    """An answer other than 2xx: its code, and what it says."""

    def __init__(self, code: int, text: str) -> None:
        self.code = code
        self.message = json.loads(text)["message"] if text.startswith("{") else text
        super().__init__(f"{code}: {self.message}")


class Api:
    """Asks one API server, each time over a connection of its own, so that threads may share it."""

    def __init__(self, port: int, certificate: Path, token: str) -> None:
        self.port = port
        self.certificate = certificate
        self.token = token

    def get(self, path: str) -> Any:
        """Return the object at `path`, or the text of an answer that is no JSON."""
        return self._ask("GET", path)

    def items(self, path: str) -> list[dict[str, Any]]:
        """Return the items of the list at `path`."""
        items: list[dict[str, Any]] = self.get(path)["items"]
        return items

    def apply(self, path: str, data: dict[str, Any]) -> Any:
        """Apply an object on the server's side, creating it where there is none."""
        return self._ask("PATCH", f"{path}?fieldManager=kubelet&force=true", "application/apply-patch+yaml", data)

    def merge(self, path: str, data: dict[str, Any]) -> Any:
        """Change an object by a JSON merge patch."""
        return self._ask("PATCH", path, "application/merge-patch+json", data)

    def try_create(self, path: str, data: dict[str, Any]) -> Any:
        """Return what would become of a new object, without keeping it."""
        return self._ask("POST", f"{path}?dryRun=All", "application/json", data)

    def ready(self) -> bool:
        """Whether the server says that it is."""
        try:
            return bool(self.get("/readyz") == "ok")
        except (OSError, HTTPException, Refused):
            return False

    def _ask(self, method: str, path: str, content: str = "", data: dict[str, Any] | None = None) -> Any:
        context = ssl.create_default_context(cafile=self.certificate)
        connection = HTTPSConnection("127.0.0.1", self.port, context=context, timeout=30)
        headers = {"Authorization": f"Bearer {self.token}", "Accept": "application/json"}
        if content:
            headers["Content-Type"] = content
        try:
            connection.request(method, path, json.dumps(data) if content else None, headers)
            answer = connection.getresponse()
            text = answer.read().decode()
        finally:
            connection.close()
        if answer.status >= 300:
            raise Refused(answer.status, text)
        return json.loads(text) if text[:1] in "{[" else text
