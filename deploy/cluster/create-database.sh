#!/bin/sh
# Patroni runs this once, on the first primary, with a connection string as its argument. Creates the role that owns the
# schema, and the server's role, which may not change it.
set -eu
psql -v ON_ERROR_STOP=1 -d "$1" <<'SQL'
CREATE ROLE firstbell_owner LOGIN PASSWORD '@OWNER_DATABASE_PASSWORD@';
CREATE ROLE firstbell_server LOGIN PASSWORD '@SERVER_DATABASE_PASSWORD@';
CREATE DATABASE firstbell OWNER firstbell_owner ENCODING 'UTF8' TEMPLATE template0;
REVOKE CONNECT ON DATABASE firstbell FROM PUBLIC;
GRANT CONNECT ON DATABASE firstbell TO firstbell_server;
SQL
