import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import * as z from 'zod/mini';
import type { Table } from '#bench/results.ts';
import { connectionConfig, type Connection } from '#server/db/database.ts';

const mostRows = 15;
const root = path.join(import.meta.dirname, '../..');

/** A profile of one run. It shows where PostgreSQL and the servers spend their time. */
export type Profile = {
  /** PostgreSQL's settings: it counts statements, and lets its superuser read them. */
  tuning: Record<string, string>;
  /** Node's options for a server, which writes its profile when it exits. */
  nodeOptions: readonly string[];
  /** Forgets the statements so far. */
  begin(connection: Connection): Promise<void>;
  statements(connection: Connection): Promise<Table>;
  /** Reads the profiles of all servers, once they have exited. */
  functions(): Table;
};

/** Prepares a profile in a temporary folder. */
export function openProfile(): Profile {
  const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-profile-'));
  const access = path.join(folder, 'pg_hba.conf');
  writeFileSync(access, 'local all all trust\n', { mode: 0o644 });
  writeFileSync(path.join(folder, 'pg_ident.conf'), '');
  return {
    tuning: { shared_preload_libraries: 'pg_stat_statements', hba_file: access },
    nodeOptions: ['--cpu-prof', `--cpu-prof-dir=${folder}`],
    begin: (connection) =>
      asSuperuser(connection, async (client) => {
        await client.query('create extension if not exists pg_stat_statements');
        await client.query('select pg_stat_statements_reset()');
      }),
    statements: (connection) => asSuperuser(connection, statementsOf),
    functions: () => functionsOf(folder),
  };
}

async function asSuperuser<T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connectionConfig(connection), user: 'postgres', database: 'postgres' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function statementsOf(client: pg.Client): Promise<Table> {
  const { rows } = await client.query<{ share: string; seconds: string; calls: string; mean: string; text: string }>(
    `select round((100 * total_exec_time / sum(total_exec_time) over ())::numeric, 1) as share, round((total_exec_time / 1000)::numeric, 1) as seconds,
       calls, round(mean_exec_time::numeric, 2) as mean, left(regexp_replace(query, '\\s+', ' ', 'g'), 110) as text
     from pg_stat_statements where dbid = (select oid from pg_database where datname = 'rush') order by total_exec_time desc limit $1`,
    [mostRows],
  );
  return {
    name: 'Statements by their share of the time in PostgreSQL (pg_stat_statements)',
    columns: ['%', 's', 'calls', 'mean ms', 'statement'],
    rows: rows.map(({ share, seconds, calls, mean, text }) => [
      share,
      seconds,
      calls,
      mean,
      text.replaceAll('|', '\\|'),
    ]),
  };
}

const cpuProfile = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({ functionName: z.string(), url: z.string(), lineNumber: z.number() }),
    }),
  ),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
});

/** Sums the time of each function itself, without the functions that it calls. */
function functionsOf(folder: string): Table {
  const times = new Map<string, number>();
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.cpuprofile'))) {
    const { nodes, samples, timeDeltas } = cpuProfile.parse(JSON.parse(readFileSync(path.join(folder, name), 'utf8')));
    const names = new Map(
      nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => {
        const file = url.replace(`file://${root}/`, '').replace(/^.*node_modules\//, '');
        return [id, `${functionName || '(anonymous)'}${file === '' ? '' : ` ${file}:${lineNumber + 1}`}`];
      }),
    );
    for (const [at, id] of samples.entries()) {
      const function_ = names.get(id) ?? '';
      times.set(function_, (times.get(function_) ?? 0) + (timeDeltas[at] ?? 0));
    }
  }
  times.delete('(idle)');
  const all = [...times.values()].reduce((sum, time) => sum + time, 0);
  return {
    name: 'Functions of the servers by their share of the time that the processors were busy with them',
    columns: ['%', 's', 'function'],
    rows: [...times]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, mostRows)
      .map(([function_, time]) => [((100 * time) / all).toFixed(1), (time / 1e6).toFixed(1), function_]),
  };
}
