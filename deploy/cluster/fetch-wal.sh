#!/bin/sh
# PostgreSQL's restore_command: fetch-wal.sh FILE TARGET. It fetches a segment or a timeline's history from the backup.
set -eu
# Most files that PostgreSQL asks for don't exist: a promotion and a standby that follows it ask for six each, one after the other.
# pgBackRest takes 0.1 to 0.5 s to say so, which is time without a write, and the folder says it at once. Their names
# begin with the name of the file, at the top (a timeline's history) or in a folder named by the first 16 digits (a segment).
# If the folder can't be read, or isn't a folder, pgBackRest answers.
archive=@BACKUP_PATH@/archive/firstbell
if [ -r "$archive" ] && [ -x "$archive" ]; then
  found=no
  for file in "$archive"/*/"$1"* "$archive"/*/"${1%????????}/$1"*; do
    if [ -e "$file" ]; then
      found=yes
      break
    fi
  done
  [ $found = yes ] || exit 1
fi
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
