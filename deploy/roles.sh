#!/bin/sh
# Runs once, when the database's volume is new. Creates the role that owns the schema, and the server's role, which may not
# change it.
set -eu
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d postgres -v owner="$OWNER_DATABASE_PASSWORD" -v server="$SERVER_DATABASE_PASSWORD" <<'SQL'
CREATE ROLE firstbell_owner LOGIN PASSWORD :'owner';
CREATE ROLE firstbell_server LOGIN PASSWORD :'server';
CREATE DATABASE firstbell OWNER firstbell_owner;
SQL
