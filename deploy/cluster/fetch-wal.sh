#!/bin/sh
# PostgreSQL's restore_command: fetch-wal.sh FILE TARGET. It fetches a segment or a timeline's history from the backup.
set -eu
case $1 in
  *.history)
    # A former primary that was killed or frozen must not learn about its successor's timeline before it has replayed its own WAL:
    # PostgreSQL would replay past the point where the timelines part, and then claim to be on the new one. Patroni would
    # not rewind it, and it could never stream again.
    state=$(LC_ALL=C /usr/lib/postgresql/@POSTGRES_VERSION@/bin/pg_controldata -D . | sed -n 's/^Database cluster state: *//p')
    case $state in 'in production' | 'in crash recovery') exit 1 ;; esac
    ;;
esac
exec pgbackrest --stanza=firstbell archive-get "$1" "$2"
