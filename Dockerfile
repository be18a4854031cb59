# The program alone: a static binary, no shell, no root. docker build -t jmend . && docker run -i jmend < answer.txt
FROM rust:1.95-alpine AS build
# The headers of the C library are those of the base image, whose version is pinned above.
# hadolint ignore=DL3018
RUN apk add --no-cache musl-dev
WORKDIR /jmend
COPY Cargo.toml Cargo.lock README.md ./
COPY src src
COPY completions completions
COPY man man
COPY docs docs
COPY benches benches
COPY tests tests
RUN cargo build --release --locked --bin jmend

FROM scratch
COPY --from=build /jmend/target/release/jmend /jmend
COPY LICENSE-MIT LICENSE-APACHE /licenses/
USER 65534:65534
WORKDIR /work
ENTRYPOINT ["/jmend"]
