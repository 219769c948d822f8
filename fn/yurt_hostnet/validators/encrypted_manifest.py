"""A manifest encrypted with SOPS lacks something, and nothing may be added to it.

SOPS keeps a MAC over all values of the file, also over those that it does not encrypt. A line added to it makes every
later decryption fail, in Flux as well as by hand. So the manifest stays byte for byte as it is, and what is missing is
told here in place of an edit.

Bad:

    apiVersion: apps/v1
    kind: Deployment
    metadata:
      name: web
    spec:
      template:
        metadata:
          annotations:
            apps.openyurt.io/exclude-host-network-pool: "true"
        spec:
          containers:
          - name: web
            image: example.com/web:1
            env:
            - name: PASSWORD
              value: ENC[AES256_GCM,data:CwE4O1s=,iv:2k=,aad:o=,tag:w==,type:str]
    sops:
      mac: ENC[AES256_GCM,data:abc=,iv:k=,tag:w==,type:str]

Good:

    apiVersion: apps/v1
    kind: Deployment
    metadata:
      name: web
    spec:
      template:
        metadata:
          annotations:
            apps.openyurt.io/exclude-host-network-pool: "true"
        spec:
          containers:
          - name: web
            image: example.com/web:1
            envFrom:
            - secretRef:
                name: web

What to do: put what is secret into a Secret of its own, and encrypt only that. Or add the affinity with `sops FILE`,
which computes the MAC anew. A file made with `mac_only_encrypted` is edited as any other.

*Not a finding:* an encrypted manifest to which nothing would be added; a Secret; a file with `mac_only_encrypted`.

*If you follow it:* in a file that `sops` has written the MAC is right and the next check finds the affinity. Once
applied, a live workload rolls out.

Source: getsops/sops, Tree.Encrypt in sops.go, and README, "Message Authentication Code".
"""

from __future__ import annotations

from yurt_hostnet.validators.finding import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.result import Path

REMEDY = "Put what is secret into a Secret of its own and encrypt only that, or add it with: sops FILE"


def check(context: Context) -> Iterable[Finding]:
    """Return nothing: the engine knows what it would add; see `finding`."""
    return ()


def finding(item: KubeObject, path: Path, reason: str) -> Finding:
    """Return the finding about an encrypted object to which something would be added at `path`, for a reason."""
    message = f"Something is missing here, because {reason}; but SOPS keeps a MAC over this file, which an edit breaks."
    return Finding(item.at(path), message, REMEDY)
