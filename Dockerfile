# Tutti as an image.
#
#     docker build -t tutti .                          the programs; PostgreSQL is elsewhere (DATABASE_URL)
#     docker build -t tutti --target all-in-one .      with a private PostgreSQL: docker run -p 8080:8080 tutti
#
# The emitter sends multicast, which seldom leaves a container's network: give it the host's
# (`docker run --network host --entrypoint tutti-emitter tutti`) or run it on a machine in the hall.

ARG SWIFT_IMAGE=docker.io/library/swift:6.3-bookworm
ARG DEBIAN_IMAGE=docker.io/library/debian:bookworm-slim

# --- build -------------------------------------------------------------------------------------------------------
FROM ${SWIFT_IMAGE} AS build
RUN apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends \
        libcurl4-openssl-dev libdbus-1-dev libpq-dev libssl-dev libxml2-dev zlib1g-dev pkg-config \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
# The standard library goes into the programs, so that the runtime image needs no Swift. What was compiled stays in a
# cache of the builder's, so that the next image takes a minute and not twenty.
RUN --mount=type=cache,target=/source/.build,id=tutti-build \
    for program in tutti tutti-emitter soundcloud-stand-in; do \
        swift build --configuration release --static-swift-stdlib -Xlinker --strip-all --product "$program" || exit 1; \
    done \
 && mkdir /programs \
 && cd "$(swift build --configuration release --show-bin-path)" \
 && cp --recursive tutti tutti-emitter soundcloud-stand-in ./*.resources /programs/ \
 && mkdir --parents /completions/bash-completion/completions /completions/zsh/vendor-completions /completions/fish/vendor_completions.d \
 && ./tutti --generate-completion-script bash > /completions/bash-completion/completions/tutti \
 && ./tutti --generate-completion-script zsh > /completions/zsh/vendor-completions/_tutti \
 && ./tutti --generate-completion-script fish > /completions/fish/vendor_completions.d/tutti.fish

# --- runtime -----------------------------------------------------------------------------------------------------
FROM ${DEBIAN_IMAGE} AS runtime
RUN apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends \
        ca-certificates libcurl4 libpq5 libssl3 libxml2 zlib1g \
        # Optional: PDF of proofs, and pictures in the width of a phone (deploy/README.md).
        fonts-dejavu-core ffmpeg libvips-tools weasyprint \
 && rm -rf /var/lib/apt/lists/*
COPY --from=build /programs /opt/tutti
COPY --from=build /completions /usr/share
ENV PATH=/opt/tutti:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    LC_ALL=C.UTF-8 \
    TUTTI_DATA_DIR=/var/lib/tutti
RUN mkdir --mode=0700 /var/lib/tutti && chown 10001:10001 /var/lib/tutti
VOLUME /var/lib/tutti
EXPOSE 8080
STOPSIGNAL SIGTERM
# The emitter answers no requests: it is well while its process is neither stopped nor dead.
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
    CMD ["/bin/sh", "-c", "if [ \"$(cat /proc/1/comm)\" = tutti-emitter ]; then grep -q '^State:.[SRD]' /proc/1/status; else exec tutti health; fi"]
LABEL org.opencontainers.image.title="Tutti" \
      org.opencontainers.image.description="A multi-tenant HTTP server for live music, and its multicast sender" \
      org.opencontainers.image.base.name="docker.io/library/debian:bookworm-slim"

# --- all in one: with the private PostgreSQL that `tutti run` starts ---------------------------------------------
FROM runtime AS all-in-one
# Debian's package would make and start a cluster of its own.
RUN apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends postgresql-common \
 && sed -i -E 's/^#?(create_main_cluster) .*/\1 = false/' /etc/postgresql-common/createcluster.conf \
 && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends postgresql-15 \
 && rm -rf /var/lib/apt/lists/* \
 # PostgreSQL asks for its user's name.
 && useradd --uid 10001 --no-create-home --home-dir /var/lib/tutti --shell /usr/sbin/nologin tutti
USER 10001:10001
ENTRYPOINT ["tutti"]
CMD ["run"]

# --- the default: the programs alone -----------------------------------------------------------------------------
FROM runtime AS tutti
USER 10001:10001
ENTRYPOINT ["tutti"]
CMD ["serve"]
