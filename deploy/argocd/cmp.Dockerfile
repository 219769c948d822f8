# For cmp-sidecar.yaml: kustomize and yurt-hostnet with a shell, which the plugin's discovery needs.
#   docker build --file deploy/argocd/cmp.Dockerfile --tag localhost/yurt-hostnet-cmp:dev .
# Everything is installed by hash: Python packages by scripts/image/*.txt, Go modules by Go's checksum database.
ARG KUSTOMIZE=golang:1.26.5@sha256:3aff6657219a4d9c14e27fb1d8976c49c29fddb70ba835014f477e1c70636647
ARG BASE=python:3.13-slim@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b

FROM ${KUSTOMIZE} AS kustomize
RUN GONOSUMDB=none CGO_ENABLED=0 GOBIN=/out go install -trimpath sigs.k8s.io/kustomize/kustomize/v5@v5.8.1

FROM ${BASE} AS package
COPY scripts/image/requirements.txt scripts/image/build-requirements.txt /src/scripts/image/
RUN python3 -I -m venv /opt/yurt-hostnet \
 && /opt/yurt-hostnet/bin/python -I -m pip install --no-cache-dir --disable-pip-version-check \
      --only-binary :all: --require-hashes -r /src/scripts/image/requirements.txt \
 && /opt/yurt-hostnet/bin/python -I -m pip install --no-cache-dir --disable-pip-version-check \
      --only-binary :all: --require-hashes --target /build -r /src/scripts/image/build-requirements.txt
COPY pyproject.toml README.md LICENSE /src/
COPY fn /src/fn
RUN PYTHONPATH=/build /opt/yurt-hostnet/bin/python -I -m pip install --no-cache-dir --disable-pip-version-check \
      --no-build-isolation --no-deps --no-index /src \
 && /opt/yurt-hostnet/bin/python -I -m pip uninstall --yes --disable-pip-version-check pip

FROM ${BASE}
COPY --from=kustomize /out/kustomize /usr/local/bin/kustomize
COPY --from=package /opt/yurt-hostnet /opt/yurt-hostnet
# -I: kustomize starts it in the folder of a repository, of which nothing may be imported.
RUN printf '#!/opt/yurt-hostnet/bin/python -I\nfrom yurt_hostnet.__main__ import start\n\nstart()\n' \
      >/usr/local/bin/yurt-hostnet \
 && chmod 755 /usr/local/bin/yurt-hostnet
USER 999
