# An image with the program: docs/ci.md. Not run where it was
# written.
FROM debian:bookworm AS build
WORKDIR /clipguard
COPY . .
RUN ./bazelw build //:release && \
    mkdir /release && \
    tar -xzf bazel-bin/clipguard/clipguard-linux.tar.gz -C /release --strip-components=1

FROM debian:bookworm-slim
COPY --from=build /release/bin/clipguard /bin/clipguard
ENTRYPOINT ["/bin/clipguard"]
