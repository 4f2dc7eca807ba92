import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { partOfCountry, type Table, worldOf } from '#bench/world/shape.ts';
import { type Connection, connectionConfig } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { hashPassword } from '#server/security/passwords.ts';

/** Everyone's password in the world. */
export const worldPassword = 'lantern-meadow-42';
/** How often a long step reports its progress, in ms. */
const progressMs = 15_000;

/** Loading gets memory for building indexes, and needs no write-ahead log for data that can be generated again. */
const tuning = { shared_buffers: '2GB', wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '32GB' };

type Say = (line: string) => void;

/** Returns the folder of the world of this share, as DATA_DIR. */
export function folderOf(share: number, folder: string): string {
  return path.join(folder, `world-${share}`);
}

/**
 * Generates the world of this share below `folder`, unless it exists. It gets its name only once it is complete. Until
 * then nothing is durable, because it can be generated again.
 */
export async function makeWorld(share: number, folder: string, say: Say): Promise<void> {
  const finished = folderOf(share, folder);
  if (existsSync(finished)) return;
  const began = performance.now();
  const draft = `${finished}.unfinished`;
  rmSync(draft, { recursive: true, force: true });
  say(`Making ${share} of the country in ${finished}`);
  const embedded = await startEmbedded({ dataDir: draft, durable: false, tuning });
  try {
    await migrate(embedded.connection('owner'), 'firstbell_server', () => {});
    const rows = await fillWorld(embedded.connection('owner'), share, say);
    say(`${rows.toLocaleString('en-US')} rows in ${secondsSince(began)} s`);
  } finally {
    await embedded.stop();
  }
  renameSync(draft, finished);
}

/**
 * Reads a world once from end to end, so it is in memory and no figure depends on the disk, like data that schools use
 * every day.
 */
export async function warm(share: number, folder: string): Promise<void> {
  for (const entry of readdirSync(folderOf(share, folder), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.parentPath.includes('base')) continue;
    for await (const _ of createReadStream(path.join(entry.parentPath, entry.name), { highWaterMark: 1 << 20 }));
  }
}

/** Objects that slow down loading and are dropped during it: an index, an exclusion constraint, a foreign key. */
type Extra = { kind: 'index' | 'exclusion' | 'key'; table: string; name: string; definition: string };

/**
 * Fills an empty, migrated database by COPY, without indexes, foreign keys and triggers, which are all recreated
 * afterward. Two connections work in parallel: one on vacancies, whose exclusion constraint takes longest, the other on
 * the rest. Returns the number of rows.
 */
async function fillWorld(owner: Connection, share: number, say: Say): Promise<number> {
  const [first, second] = [await connect(owner), await connect(owner)];
  const progress = reportingTo(say);
  try {
    const tables = worldOf(partOfCountry(share), await hashPassword(worldPassword), (token) =>
      createHash('sha256').update(token).digest('hex'),
    );
    const filled = [...tables.map(({ name }) => name), 'school_days', 'school_months'];
    const extras = await extrasOf(first, filled);
    for (const table of filled) await first.query(`alter table ${table} disable trigger user`);
    for (const { kind, table, name } of extras.toSorted((one) => (one.kind === 'key' ? -1 : 1)))
      await first.query(kind === 'index' ? `drop index ${name}` : `alter table ${table} drop constraint ${name}`);
    const fill = async (client: pg.Client, names: readonly string[]) => {
      for (const table of tables)
        if (names.includes(table.name)) await progress.step(table.name, (count) => copyTable(client, table, count));
      for (const { kind, table, name, definition } of extras)
        if (kind === 'index' && names.includes(table)) await progress.step(name, () => client.query(definition));
    };
    const fillVacancies = async () => {
      await fill(first, ['vacancies']);
      await progress.step('days and months', () => tally(first));
      for (const { kind, table, name, definition } of extras)
        if (kind === 'exclusion')
          await progress.step(name, () => first.query(`alter table ${table} add constraint ${name} ${definition}`));
    };
    await Promise.all([
      fillVacancies(),
      fill(
        second,
        filled.filter((name) => name !== 'vacancies'),
      ),
    ]);
    // Foreign keys are created first and validated later: creating one locks both tables, but two can be validated at
    // a time.
    const keys = extras.filter(({ kind }) => kind === 'key');
    for (const { table, name, definition } of keys)
      await first.query(`alter table ${table} add constraint ${name} ${definition} not valid`);
    await inTurns([first, second], keys, (client, { table, name }) =>
      progress.step(name, () => client.query(`alter table ${table} validate constraint ${name}`)),
    );
    for (const table of filled) await first.query(`alter table ${table} enable trigger user`);
    for (const table of ['schools', 'users', 'vacancies'])
      await first.query(`select setval(pg_get_serial_sequence($1, 'id'), (select max(id) from ${table}))`, [table]);
    await inTurns([first, second], filled, (client, table) =>
      progress.step(`vacuum ${table}`, () => client.query(`vacuum analyze ${table}`)),
    );
    return progress.rows();
  } finally {
    progress.stop();
    await first.end();
    await second.end();
  }
}

async function connect(owner: Connection): Promise<pg.Client> {
  const client = new pg.Client({
    ...connectionConfig(owner),
    options: '-c TimeZone=UTC -c maintenance_work_mem=1GB -c work_mem=512MB -c max_parallel_maintenance_workers=1',
  });
  await client.connect();
  return client;
}

const secondsSince = (began: number) => ((performance.now() - began) / 1000).toFixed(1);

/** Reports each step that took a while when it ends, and occasionally the progress of long ones. */
function reportingTo(say: Say) {
  const began = performance.now();
  const underWay = new Map<string, { rows: number }>();
  let total = 0;
  const timer = setInterval(() => {
    const steps = [...underWay].map(([what, { rows }]) =>
      rows > 0 ? `${what} (${rows.toLocaleString('en-US')} rows)` : what,
    );
    say(`${secondsSince(began).padStart(8)} s  at work: ${steps.join(', ')}`);
  }, progressMs);
  return {
    step: async (what: string, work: (count: (rows: number) => void) => Promise<unknown>): Promise<void> => {
      const [stepBegan, state] = [performance.now(), { rows: 0 }];
      underWay.set(what, state);
      await work((rows) => (state.rows += rows));
      underWay.delete(what);
      total += state.rows;
      // Among a hundred steps, only slow ones are worth a line.
      if (performance.now() - stepBegan > 1000)
        say(
          `${secondsSince(began).padStart(8)} s  ${what}: ${state.rows > 0 ? `${state.rows.toLocaleString('en-US')} rows, ` : ''}${secondsSince(stepBegan)} s`,
        );
    },
    rows: () => total,
    stop: () => clearInterval(timer),
  };
}

/** Handles each item on the next free connection. */
async function inTurns<Item>(
  clients: readonly pg.Client[],
  items: readonly Item[],
  work: (client: pg.Client, item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  await Promise.all(
    clients.map(async (client) => {
      for (const item of waiting) await work(client, item);
    }),
  );
}

async function extrasOf(client: pg.Client, tables: readonly string[]): Promise<Extra[]> {
  const { rows } = await client.query<Extra>(
    `select case contype when 'f' then 'key' else 'exclusion' end as kind, conrelid::regclass::text as table,
        conname as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype in ('f', 'x')
        and (conrelid::regclass::text = any($1) or confrelid::regclass::text = any($1))
     union all select 'index', tablename, indexname, indexdef from pg_indexes
      where schemaname = 'public' and tablename = any($1)
        and not exists (select from pg_constraint where conindid = indexname::regclass)`,
    [tables],
  );
  return rows;
}

/** Rows are written frozen, so nothing has to read them again to mark them visible. */
async function copyTable(
  client: pg.Client,
  { name, columns, rows }: Table,
  count: (rows: number) => void,
): Promise<void> {
  function* blocks(): Iterable<string> {
    let [block, lines] = ['', 0];
    for (const row of rows) {
      block += lineOf(row);
      lines += 1;
      if (block.length < 65_536) continue;
      yield block;
      count(lines);
      [block, lines] = ['', 0];
    }
    yield block;
    count(lines);
  }
  await client.query('begin');
  await client.query(`truncate ${name}`);
  await pipeline(
    Readable.from(blocks()),
    client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin (freeze)`)),
  );
  await client.query('commit');
}

function lineOf(row: readonly (string | number | boolean | null)[]): string {
  let line = '';
  for (const value of row) line += `${line === '' ? '' : '\t'}${textOf(value)}`;
  return `${line}\n`;
}

const special = /[\\\n\t]/;
function textOf(value: string | number | boolean | null): string {
  if (value === null) return '\\N';
  if (typeof value !== 'string' || !special.test(value)) return String(value);
  return value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}

/** Returns the daily and monthly tallies that triggers maintain per school. */
async function tally(client: pg.Client): Promise<void> {
  await client.query(`insert into school_days (school_id, date, open, pending, filled, no_shows, covered_inside)
    select school_id, date, count(*) filter (where status = 'open'),
      count(*) filter (where status = 'pending_approval'), count(*) filter (where status = 'filled'),
      count(*) filter (where status = 'filled' and no_show), count(*) filter (where status = 'open' and covered_inside)
        from vacancies group by 1, 2`);
  await client.query(`insert into school_months (school_id, month, open, pending, filled, no_shows, covered_inside)
    select school_id, date_trunc('month', date)::date, sum(open), sum(pending), sum(filled), sum(no_shows),
      sum(covered_inside) from school_days group by 1, 2`);
}
