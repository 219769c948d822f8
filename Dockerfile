# yurt-hostnet as a container: a KRM function for kustomize, kpt and Porch.
#   docker build --tag localhost/yurt-hostnet:dev .
# The image holds the interpreter, the package, its dependencies and nothing else, so it has no shell.
# Runs with --read-only --network none --user nobody --cap-drop ALL, without HOME, and writes nothing.
# Two builds of one commit on one base give the same layer; with podman build --timestamp 0, the same image.
# The tag says which it is, the digest decides: of 3.13.15-slim-trixie.
ARG BASE=python:3.13-slim@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b

FROM ${BASE} AS build
# Hashes of strings decide the order of sets in compiled files.
ENV PYTHONHASHSEED=0 PYTHONDONTWRITEBYTECODE=1
WORKDIR /src
COPY scripts/image/requirements.txt scripts/image/build-requirements.txt scripts/image/
RUN python3 -I -m pip install --no-cache-dir --no-compile --disable-pip-version-check --root-user-action=ignore \
      --only-binary :all: --require-hashes --target /package -r scripts/image/requirements.txt \
 && python3 -I -m pip install --no-cache-dir --no-compile --disable-pip-version-check --root-user-action=ignore \
      --only-binary :all: --require-hashes --target /build -r scripts/image/build-requirements.txt
COPY pyproject.toml README.md LICENSE ./
COPY fn fn
RUN PYTHONPATH=/build python3 -I -m pip install --no-cache-dir --no-compile --disable-pip-version-check \
      --root-user-action=ignore --no-build-isolation --no-deps --no-index --upgrade --target /package . \
 && printf 'from yurt_hostnet.__main__ import start\n\nstart()\n' > /package/__main__.py \
 && find /package -name direct_url.json -delete
COPY scripts/image/rootfs.py scripts/image/
RUN python3 -I scripts/image/rootfs.py /package /rootfs

FROM scratch
COPY --from=build /rootfs/ /
ENV PATH=/usr/local/bin:/usr/bin:/bin

ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="yurt-hostnet" \
      org.opencontainers.image.description="A KRM function for OpenYurt host-network NodePools" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"

USER nobody
# The whole command, since Porch and kpt give no arguments of their own. -I and -S: no environment, no user site, no site.
ENTRYPOINT ["python3", "-I", "-S", "-B", "-X", "utf8", "/opt/yurt-hostnet"]
