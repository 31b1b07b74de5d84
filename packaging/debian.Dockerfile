# Debian with forkless as /bin/sh. To be built with the checkout as its context.
FROM debian:13 AS build
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates gcc libc6-dev make rustup
COPY . /src
RUN make -C /src shell CARGO_TARGET_DIR=/target DIST=/dist

FROM debian:13-slim
COPY --from=build /dist/bin/forkless /usr/bin/forkless
COPY debian/bin-sh /usr/libexec/forkless/bin-sh
# Stays so when dash is installed again.
RUN /usr/libexec/forkless/bin-sh claim && add-shell /usr/bin/forkless
