import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
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
  /**
   * Watches what the servers' connections wait for until the function that it returns is called, and adds a line for
   * this rate.
   */
  watch(connection: Connection, rate: string): Promise<() => Promise<void>>;
  /** Returns what the connections did at each rate. */
  connections(): Table;
  /** Reads the profiles of all servers, once they have exited. */
  functions(): Table;
};

/** Prepares a profile in a temporary folder. */
export function openProfile(): Profile {
  const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-profile-'));
  const access = path.join(folder, 'pg_hba.conf');
  writeFileSync(access, 'local all all trust\n', { mode: 0o644 });
  writeFileSync(path.join(folder, 'pg_ident.conf'), '');
  const lines: string[][] = [];
  return {
    tuning: { shared_preload_libraries: 'pg_stat_statements', hba_file: access },
    nodeOptions: ['--cpu-prof', `--cpu-prof-dir=${folder}`],
    begin: (connection) =>
      asSuperuser(connection, async (client) => {
        await client.query('create extension if not exists pg_stat_statements');
        await client.query('select pg_stat_statements_reset()');
      }),
    statements: (connection) => asSuperuser(connection, statementsOf),
    watch: async (connection, rate) => {
      const counts = await watchWaits(connection);
      return async () => {
        lines.push([rate, ...lineOf(await counts())]);
      };
    },
    connections: () => ({
      name: 'What the connections of the servers did, in connections on average (pg_stat_activity)',
      columns: ['rate', ...doings, 'rare waits'],
      rows: lines,
    }),
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

/** How often the connections are looked at, in ms. */
const lookMs = 25;
const doings = [
  'processor',
  'log to disk',
  'reading files',
  'locks of others',
  'the server, in a transaction',
  'nothing',
] as const;

/**
 * Looks again and again at what each connection does. PostgreSQL names no wait for a statement that has a processor or
 * waits for one, so both count as the processor.
 */
async function watchWaits(connection: Connection): Promise<() => Promise<Map<string, number>>> {
  const sum = new Map<string, number>();
  let looks = 0;
  let isOver = false;
  const watching = asSuperuser(connection, async (client) => {
    while (!isOver) {
      const { rows } = await client.query<{ doing: (typeof doings)[number]; count: number }>(
        `select case when state = 'idle' then 'nothing' when state like 'idle in%' then 'the server, in a transaction'
             when wait_event_type is null then 'processor' when wait_event like 'WAL%' then 'log to disk'
               when wait_event_type = 'Lock' then 'locks of others'
             when wait_event_type = 'IO' then 'reading files' else wait_event_type || ' ' || wait_event end as doing,
               count(*)::int as count
           from pg_stat_activity where datname = 'rush' and backend_type = 'client backend' group by 1`,
      );
      looks += 1;
      for (const { doing, count } of rows) sum.set(doing, (sum.get(doing) ?? 0) + count);
      await delay(lookMs);
    }
  });
  return async () => {
    isOver = true;
    await watching;
    return new Map([...sum].map(([doing, count]) => [doing, count / Math.max(1, looks)]));
  };
}

function lineOf(counts: Map<string, number>): string[] {
  const rare = [...counts].filter(([doing]) => !doings.some((each) => each === doing));
  return [
    ...doings.map((doing) => (counts.get(doing) ?? 0).toFixed(2)),
    rare.map(([doing, count]) => `${doing} ${count.toFixed(2)}`).join(', '),
  ];
}

async function statementsOf(client: pg.Client): Promise<Table> {
  const { rows } = await client.query<{ share: string; seconds: string; calls: string; mean: string; text: string }>(
    `select round((100 * total_exec_time / sum(total_exec_time) over ())::numeric, 1) as share,
        round((total_exec_time / 1000)::numeric, 1) as seconds,
       calls, round(mean_exec_time::numeric, 2) as mean, left(regexp_replace(query, '\\s+', ' ', 'g'), 110) as text
     from pg_stat_statements where dbid = (select oid from pg_database where datname = 'rush')
       order by total_exec_time desc limit $1`,
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
