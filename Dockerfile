# An image with the program of a release: docs/ci.md. The folder that is built from
# has the archive and its sum. Docker has not built it yet: its commands were run by hand
# in an unpacked bookworm.
FROM debian:bookworm-slim AS archive
ARG ARCHIVE=clipguard-linux-x86_64.tar.gz
COPY ${ARCHIVE} ${ARCHIVE}.sha256 /
RUN sha256sum --check ${ARCHIVE}.sha256 && \
    mkdir /release && \
    tar -xzf ${ARCHIVE} -C /release --strip-components=1

FROM debian:bookworm-slim
COPY --from=archive /release/bin/clipguard /bin/clipguard
ENTRYPOINT ["/bin/clipguard"]
