# The image of the app, the payment sandbox and the operators' commands: docs/going-live.md, Containers.
ARG NODE_VERSION=20

FROM node:${NODE_VERSION}-bookworm-slim AS build
ENV NEXT_TELEMETRY_DISABLED=1
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build
RUN npm prune --omit=dev --no-audit --no-fund
# What no process reads, a third of the packages.
RUN find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete
RUN rm -rf .next/cache .next/trace .next/types
# The prepared database's files are for their owner only, as PostgreSQL has them.
RUN chmod -R a+rX .next

FROM node:${NODE_VERSION}-bookworm-slim
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./package.json
COPY --from=build /app/tsconfig.json ./tsconfig.json
COPY --from=build /app/next.config.ts ./next.config.ts
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/public ./public
COPY --from=build /app/src ./src
COPY --from=build /app/.next ./.next
# All else belongs to root: the app writes its data and the cache of resized pictures only.
RUN install -d -o node -g node /data .next/cache
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --start-period=30s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/checkouts/api/health/`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# As npm start does, without npm as a second process.
CMD ["node", "--max-old-space-size=192", "--max-semi-space-size=8", "src/commands/run-built.mjs", "app"]
