import pg from 'pg';
import { type Connection, connectionConfig } from '#server/db/database.ts';

/** A table as a backup knows it: its stored columns, how many rows it has, and a sum over all that they hold. */
export type TableState = { name: string; columns: string[]; rows: number; sum: string };

/** Where a sequence stands; null: it was never used. */
export type SequenceState = { name: string; value: number | null };

/**
 * A connection for backup and restore. Nothing limits how long a statement takes, and whatever could change how a value is
 * written as text is set, so that two databases can be compared.
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

/** Every table that holds what people entrusted to us, with what is in it now. What may be lost (counted attempts) is left out. */
export async function statesOf(client: pg.Client): Promise<TableState[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p' and c.relname <> 'schema_migrations'
     group by c.relname order by c.relname`,
  );
  const states: TableState[] = [];
  for (const { name, columns } of rows) {
    // The sum does not depend on the order of rows; generated columns are part of it.
    const { rows: found } = await client.query<{ rows: string; sum: string }>(
      `select count(*) as rows, coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint), 0)::text as sum from ${pg.escapeIdentifier(name)} t`,
    );
    states.push({ name, columns, rows: Number(found[0]?.rows), sum: found[0]?.sum ?? '0' });
  }
  return states;
}

/** Where each sequence stands. */
export async function sequencesOf(client: pg.Client): Promise<SequenceState[]> {
  const { rows } = await client.query<{ name: string; value: string | null }>(
    "select sequencename::text as name, last_value as value from pg_sequences where schemaname = 'public' order by 1",
  );
  return rows.map(({ name, value }) => ({ name, value: value === null ? null : Number(value) }));
}

/** Table and columns as COPY wants them. */
export function copied({ name, columns }: Pick<TableState, 'name' | 'columns'>): string {
  return `${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`;
}
