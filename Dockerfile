# yurt-hostnet as a container: a KRM function for kustomize, kpt and Porch.
#   docker build --tag localhost/yurt-hostnet:dev .
# Runs with --read-only --network none --user nobody --cap-drop ALL, without HOME, and writes nothing.
ARG BASE=python:3.13-slim

FROM ${BASE} AS build
WORKDIR /src
COPY pyproject.toml README.md LICENSE ./
COPY fn fn
# The dates of files are set to one value, so that two builds of one commit give the same layers.
RUN python3 -m pip install --no-cache-dir --no-compile --disable-pip-version-check --root-user-action=ignore \
      --target /opt/yurt-hostnet . \
 && rm -rf /opt/yurt-hostnet/bin \
 && printf 'import sys\n\nfrom yurt_hostnet.__main__ import main\n\nsys.exit(main())\n' > /opt/yurt-hostnet/__main__.py \
 && find /opt/yurt-hostnet -name direct_url.json -delete \
 && python3 -m compileall -q --invalidation-mode unchecked-hash /opt/yurt-hostnet \
 && find /opt/yurt-hostnet -exec touch --no-dereference --date=@0 {} +

FROM ${BASE}
# Slim images come without compiled standard library, and a read-only container cannot write it.
RUN stdlib=$(python3 -c 'import sysconfig; print(sysconfig.get_path("stdlib"))') \
 && find "$stdlib" -name __pycache__ -prune -exec rm -rf {} + \
 && python3 -m compileall -q --invalidation-mode unchecked-hash \
      -x '/(test|tests|idlelib|lib2to3|tkinter|turtledemo|ensurepip|site-packages|dist-packages)/' "$stdlib" \
 && find "$stdlib" \( -type d -o -path '*/__pycache__/*' \) -exec touch --no-dereference --date=@0 {} +
COPY --from=build /opt/yurt-hostnet /opt/yurt-hostnet

ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="yurt-hostnet" \
      org.opencontainers.image.description="A KRM function for OpenYurt host-network NodePools" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"

USER nobody
# The whole command, since Porch replaces CMD. -I and -S: no environment, no user site, no site.
ENTRYPOINT ["python3", "-I", "-S", "-B", "-X", "utf8", "/opt/yurt-hostnet"]
