# For cmp-sidecar.yaml: kustomize and yurt-hostnet with a shell, which the plugin's discovery needs.
#   docker build --file deploy/argocd/cmp.Dockerfile --tag localhost/yurt-hostnet-cmp:dev .
ARG KUSTOMIZE=golang:1.26
ARG BASE=python:3.13-slim

FROM ${KUSTOMIZE} AS kustomize
RUN CGO_ENABLED=0 GOBIN=/out go install -trimpath sigs.k8s.io/kustomize/kustomize/v5@v5.8.1

FROM ${BASE}
COPY --from=kustomize /out/kustomize /usr/local/bin/kustomize
COPY scripts/image/requirements.txt scripts/image/build-requirements.txt /src/scripts/image/
COPY pyproject.toml README.md LICENSE /src/
COPY fn /src/fn
RUN python3 -m venv /opt/yurt-hostnet \
 && /opt/yurt-hostnet/bin/python -m pip install --no-cache-dir --require-hashes -r /src/scripts/image/requirements.txt \
 && /opt/yurt-hostnet/bin/python -m pip install --no-cache-dir --no-deps /src \
 && ln -s /opt/yurt-hostnet/bin/yurt-hostnet /usr/local/bin/yurt-hostnet \
 && rm -rf /src
USER 999
