import pg from 'pg';
import { type Connection, connectionConfig } from '#server/db/database.ts';

/** A table in a backup: its stored columns, its row count, and a checksum of its content. */
export type TableState = { name: string; columns: string[]; rows: number; sum: string };

/** The state of a sequence. It is null if it was never used. */
export type SequenceState = { name: string; value: number | null };

/**
 * Returns a connection for backup and restore. Statements have no time limit, and all settings that affect the text
 * form of values are fixed, so two databases can be compared.
 */
export async function connectFor(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client({
    ...connectionConfig(connection),
    connectionTimeoutMillis: 10_000,
    options:
      '-c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=postgres -c extra_float_digits=1 -c bytea_output=hex -c statement_timeout=0',
  });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Returns every table with people's data, and its current content. Expendable data (counted attempts) is left out. */
export async function statesOf(client: pg.Client): Promise<TableState[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
       and c.relname <> 'schema_migrations'
     group by c.relname order by c.relname`,
  );
  const states: TableState[] = [];
  for (const { name, columns } of rows) {
    // The checksum doesn't depend on the order of rows. It includes generated columns.
    const { rows: found } = await client.query<{ rows: string; sum: string }>(
      `select count(*) as rows, coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint), 0)::text as sum
          from ${pg.escapeIdentifier(name)} t`,
    );
    states.push({ name, columns, rows: Number(found[0]?.rows), sum: found[0]?.sum ?? '0' });
  }
  return states;
}

export async function sequencesOf(client: pg.Client): Promise<SequenceState[]> {
  const { rows } = await client.query<{ name: string; value: string | null }>(
    "select sequencename::text as name, last_value as value from pg_sequences where schemaname = 'public' order by 1",
  );
  return rows.map(({ name, value }) => ({ name, value: value === null ? null : Number(value) }));
}

/** Table and columns in COPY syntax. */
export function copied({ name, columns }: Pick<TableState, 'name' | 'columns'>): string {
  return `${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`;
}
