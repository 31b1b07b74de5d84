# forkless and its utilities, and nothing else. To be built with the checkout as its context.
FROM debian:13 AS build
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates gcc libc6-dev make rustup
COPY . /src
RUN make -C /src shell CARGO_TARGET_DIR=/target DIST=/dist
# The links name the program by the path that it is run by.
RUN cp /dist/bin/forkless /bin/forkless && mkdir -p /image/bin /image/tmp && chmod 1777 /image/tmp && \
	forkless --install /image/bin && ln -s forkless /image/bin/sh && cp /bin/forkless /image/bin/

FROM scratch
COPY --from=build /image /
ENV PATH=/bin
ENTRYPOINT ["/bin/sh"]
