#!/bin/sh
# Writes the configuration of one machine of the cluster: sudo sh install.sh 1 (or 2, or 3). It doesn't start
# anything, and you can run it again after you change cluster.env. docs/cluster.md has the steps.
set -eu
umask 077
machine=${1:?Name the machine: 1, 2 or 3.}
here=$(cd "$(dirname "$0")" && pwd)
set -a
. "${2:-/etc/firstbell/cluster.env}"
set +a

eval "OWN_ADDRESS=\${ADDRESS_$machine:?There is no machine $machine.}"
# Older files have no monitoring system.
: "${MONITORING_ADDRESS:=$ADDRESS_1}"
values="ADDRESS_1 ADDRESS_2 ADDRESS_3 MONITORING_ADDRESS PUBLIC_URL OWNER_DATABASE_PASSWORD SERVER_DATABASE_PASSWORD REPLICATION_PASSWORD REWIND_PASSWORD
  PATRONI_PASSWORD METRICS_TOKEN BACKUP_CIPHER OWNER_PASSWORD SHARED_BUFFERS BACKUP_PATH POSTGRES_VERSION"
# Before version 3.0.3, Patroni could take etcd's lock away from a new primary over the newer API, and lose writes that it had
# acknowledged (docs/decisions/043). Over the older API it can't. etcd 3.6 no longer has the older API.
ETCD_API=etcd3
dpkg --compare-versions "$(dpkg-query -W -f '${Version}' patroni)" lt 3.0.3 && ETCD_API=etcd
script="s|@ETCD_API@|$ETCD_API|g;s|@MACHINE@|$machine|g;s|@OWN_ADDRESS@|$OWN_ADDRESS|g"
for name in $values; do
  eval "value=\${$name:-}"
  [ -n "$value" ] || { echo "cluster.env has no $name." >&2; exit 1; }
  case $value in *[!A-Za-z0-9.:/_-]*) echo "$name may have letters, digits and . : / _ - only." >&2; exit 1 ;; esac
  script="$script;s|@$name@|$value|g"
done

# put FILE TARGET USER MODE
put() {
  mkdir -p "$(dirname "$2")"
  chmod a+rx "$(dirname "$2")"
  sed "$script" "$here/$1" > "$2.new"
  chown "$3" "$2.new"
  chmod "$4" "$2.new"
  mv "$2.new" "$2"
}
id firstbell > /dev/null 2>&1 || useradd --system --home-dir /opt/firstbell --shell /usr/sbin/nologin firstbell

put etcd.env /etc/default/etcd root:root 644
[ "$ETCD_API" = etcd ] || sed -i '/^ETCD_ENABLE_V2/d' /etc/default/etcd
put patroni.yml /etc/patroni/config.yml postgres:postgres 600
put create-database.sh /etc/patroni/create-database.sh postgres:postgres 700
put fetch-wal.sh /etc/patroni/fetch-wal.sh postgres:postgres 700
put pgbackrest.conf /etc/pgbackrest.conf root:postgres 640
put haproxy.cfg /etc/haproxy/haproxy.cfg root:root 644
put nftables.conf /etc/nftables.d/firstbell.nft root:root 644
put firstbell.env /etc/firstbell/firstbell.env root:firstbell 640
put restore-to.sh /usr/local/sbin/firstbell-restore-to root:root 755
put etcd.service.conf /etc/systemd/system/etcd.service.d/firstbell.conf root:root 644
put patroni.service.conf /etc/systemd/system/patroni.service.d/firstbell.conf root:root 644
for unit in firstbell.service firstbell-worker.service firstbell-backup.service firstbell-backup.timer; do
  put "$unit" "/etc/systemd/system/$unit" root:root 644
done
echo "Machine $machine is configured."
