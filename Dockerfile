# The version in package.json. test/deploy.test.ts checks that they are the same. docs/deploy.md says how to pin a digest.
ARG BASE=node:24.21.0-trixie-slim

FROM ${BASE} AS build
WORKDIR /citable
COPY .npmrc package.json package-lock.json ./
# No scripts: `prepare` would build before the sources are copied, and the build needs no package's scripts.
RUN npm ci --ignore-scripts
COPY rolldown.config.ts tsconfig.json ./
COPY scripts/build.ts scripts/build.ts
COPY src src
# The compile cache works only for the user that created it, which is root here.
RUN npm run build -- --no-compile-cache
RUN mkdir -m 700 /data

FROM ${BASE}
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /citable
COPY --from=build /citable/package.json package.json
COPY --from=build /citable/dist dist
COPY assets assets
COPY skills skills
# `citable` on the PATH, for CI jobs.
RUN ln -s /citable/dist/main.js /usr/local/bin/citable
COPY --from=build --chown=1000:1000 /data /data
USER 1000:1000
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --start-interval=1s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 8080}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# One V8 helper thread less than there are processors: docs/deploy.md says why.
ENTRYPOINT ["node", "--v8-pool-size=0", "/citable/dist/main.js"]
CMD ["serve"]
