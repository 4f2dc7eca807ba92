import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import pg from 'pg';
import { databaseOf, type Database, openPool } from '#server/db/database.ts';
import type { Machine, Service } from '#test/cluster/machine.ts';

// How a run reaches the machines, their databases and their servers.

export const gateway = '10.20.0.1';
export const addresses = ['10.20.0.11', '10.20.0.12', '10.20.0.13'];
export const entries = addresses.map((address) => `https://${address}`);
export const secret = () => randomBytes(24).toString('hex');
/** The passwords of the database's roles. */
export const secrets = { owner: secret(), server: secret() };

/** The programs of each machine, in the order in which they start. */
export const services: Readonly<Record<number, readonly Service[]>> = {
  1: ['etcd', 'patroni', 'haproxy', 'firstbell'],
  2: ['etcd', 'patroni', 'haproxy', 'firstbell'],
  3: ['etcd', 'patroni', 'haproxy', 'worker'],
};
/** Returns what a machine runs of FirstBell. */
export const firstbellOn = ({ n }: Machine): Service => (n === 3 ? 'worker' : 'firstbell');

const socketOf = ({ folder: own }: Machine) => path.join(own, 'run/postgresql');
export const urlOf = (machine: Machine, role: 'owner' | 'server') =>
  `postgres://firstbell_${role}:${secrets[role]}@localhost/firstbell?host=${encodeURIComponent(socketOf(machine))}`;

export const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'];

/** Queries one PostgreSQL as its superuser. Returns null if it doesn't answer. */
export function ask(machine: Machine, question: string): string | null {
  const [program = '', ...words] = asPostgres;
  const psql = ['timeout', '5', 'psql', '-h', socketOf(machine), '-d', 'postgres', '-U', 'postgres', '-Atc', question];
  const { status, stdout } = spawnSync(program, [...words, ...psql], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

export const isPrimary = (machine: Machine) => ask(machine, 'select pg_is_in_recovery()') === 'f';

/** How many standbys stream from this primary, and whether one of them is synchronous. */
const standbys =
  "select count(*) filter (where state = 'streaming') || ' ' || (count(*) filter (where sync_state = 'sync') > 0) from pg_stat_replication where application_name like 'pg%'";
export const hasBothStandbys = (machine: Machine) => ask(machine, standbys) === '2 true';

/** Sends a plain HTTP request from a machine to itself, and returns the reply with its head. */
export const askHttp = (machine: Machine, port: number, head: string) =>
  machine.run('bash', '-c', `exec 3<>/dev/tcp/${machine.address}/${port}; printf '${head}\\r\\n\\r\\n' >&3; cat <&3`);

/** Returns whether etcd names a standby that may take over. For some seconds after a failover it names none. */
export const mayFailOver = (machine: Machine) =>
  askHttp(machine, 8008, 'GET /cluster HTTP/1.0').includes('"sync_standby"');

export const patronictl = (machine: Machine, ...words: string[]) =>
  machine.run('patronictl', '-c', '/etc/patroni/config.yml', ...words);

const isReady = async (entry: string) => (await fetch(`${entry}/api/ready`)).status === 200;
/** Returns whether each HAProxy leads to a ready server. */
export const areReady = async () => (await Promise.all(entries.map(isReady))).every(Boolean);

export async function withDatabase<T>(machine: Machine, work: (db: Database) => Promise<T>): Promise<T> {
  const db = databaseOf(openPool(urlOf(machine, 'server'), 2));
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

export async function asOwner<T>(machine: Machine, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: urlOf(machine, 'owner') });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
