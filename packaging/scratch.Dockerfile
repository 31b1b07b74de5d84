# forkless and its utilities, and nothing else. To be built with the checkout as its context.
FROM debian:13 AS build
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates gcc libc6-dev make rustup
COPY . /src
RUN make -C /src shell CARGO_TARGET_DIR=/target DIST=/dist
RUN mkdir -p /image/usr/bin /image/tmp && chmod 1777 /image/tmp && ln -s usr/bin /image/bin && \
	cp /dist/bin/forkless /image/usr/bin/ && /image/usr/bin/forkless --install /image/usr/bin && \
	ln -s forkless /image/usr/bin/sh
# Whose names id(1) and ls(1) say.
RUN mkdir /image/etc && echo 'root:x:0:0:root:/:/bin/sh' >/image/etc/passwd && echo 'root:x:0:' >/image/etc/group

FROM scratch
COPY --from=build /image /
ENV PATH=/usr/bin
ENTRYPOINT ["/bin/sh"]
