# The version that package.json tests with; test/deploy.test.ts holds the two together.
ARG NODE=24.21.0

FROM node:${NODE}-trixie-slim AS build
WORKDIR /citable
COPY .npmrc package.json package-lock.json ./
# Without scripts: `prepare` would build before there is a source, and no package needs one for that.
RUN npm ci --ignore-scripts
COPY rolldown.config.ts tsconfig.json ./
COPY scripts/build.ts scripts/warm-up.ts scripts/
COPY src src
RUN npm run build
# It is root's, and for no other user.
RUN rm -r dist/compile-cache
RUN mkdir -m 700 /data

FROM node:${NODE}-trixie-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /citable
COPY --from=build /citable/package.json package.json
COPY --from=build /citable/dist dist
COPY assets assets
# `citable` on the PATH, for jobs of continuous integration.
RUN chmod 755 dist/main.js && ln -s /citable/dist/main.js /usr/local/bin/citable
COPY --from=build --chown=1000:1000 /data /data
USER 1000:1000
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --start-interval=1s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 8080}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# As many helpers of V8 as processors leave room for; docs/deploy.md says why.
ENTRYPOINT ["node", "--v8-pool-size=0", "/citable/dist/main.js"]
CMD ["serve"]
