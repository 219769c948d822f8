"""Values that are not there yet: marks that another program will replace before the object reaches a cluster.

Nothing follows from such a value: it is not false, not absent and not wrong. Known are the variables of Flux's
postBuild and of envsubst (`${NAME}`, `${NAME:=x}`), of Kustomize's vars (`$(NAME)`), the marks of Helm and of Argo
Workflows (`{{ … }}`), encrypted values of SOPS (`ENC[…]`), and argocd-vault-plugin's (`<path:…>`, `<name>`).

Sources: fluxcd/kustomize-controller docs (post build variable substitution), getsops/sops (EncryptionProvider's
`ENC[AES256_GCM,…]`), argoproj-labs/argocd-vault-plugin docs (inline paths and generic placeholders).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_PAIRS = (("${", "}"), ("{{", "}}"), ("$(", ")"))
"""How a mark begins and ends that may stand anywhere in a text."""

MARKS = (b"${", b"{{", b"$(", b"ENC[", b"<")
"""Words of which a text with such a value holds one, as YAML and JSON write it."""


def is_unknown(value: Any) -> bool:
    """Tell whether a value is a text that another program has yet to fill in, in part or as a whole."""
    if value.__class__ is not str:
        return False
    text: str = value
    for begin, end in _PAIRS:
        start = text.find(begin)
        if start >= 0 and text.find(end, start + len(begin)) > 0:
            return True
    if text.startswith("ENC[") and text.endswith("]"):
        return True
    return len(text) > 2 and text[0] == "<" and text[-1] == ">" and "\n" not in text


def is_sealed(data: dict[str, Any]) -> bool:
    """Tell whether an object is a file of SOPS whose MAC covers every value, so that any edit breaks it.

    Since SOPS 3.9 `mac_only_encrypted` leaves plain values out of the MAC.
    """
    sops = data.get("sops")
    return isinstance(sops, dict) and bool(sops.get("mac")) and sops.get("mac_only_encrypted") is not True
