#!/bin/sh
# Restores the database to a point in time: firstbell-restore-to '2026-11-23 11:44:00+00'. Run it as root on one machine, with
# Patroni stopped on all three. docs/cluster.md has the steps before and after.
set -eu
moment=${1:?Name the moment, such as 2026-11-23 11:44:00+00.}
data=/var/lib/postgresql/@POSTGRES_VERSION@/firstbell
control=/usr/lib/postgresql/@POSTGRES_VERSION@/bin/pg_ctl
as_postgres() { setpriv --reuid=postgres --regid=postgres --init-groups "$@"; }

as_postgres pgbackrest --stanza=firstbell --delta --type=time --target="$moment" --target-action=promote restore
# PostgreSQL replays up to that time and begins a new timeline. No one else can connect to it until then. Only one machine is
# running, so it must not wait for a second one to confirm its writes.
as_postgres "$control" start -D "$data" -t 3600 -w -o "-c listen_addresses='' -c synchronous_standby_names='' -c config_file=$data/postgresql.conf"
until [ "$(as_postgres psql -Atc 'select pg_is_in_recovery()')" = f ]; do sleep 1; done
as_postgres psql -Atc 'checkpoint' > /dev/null
as_postgres "$control" stop -D "$data" -m fast -w
# Otherwise, Patroni would restore again.
rm -f "$data/recovery.signal" "$data/standby.signal"
echo "The database is as it was at $moment."
