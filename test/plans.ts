import pg from 'pg';
import { type Connection, connectionConfig } from '#server/db/database.ts';

/** A node of a plan as EXPLAIN tells it. */
export type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Actual Rows'?: number; 'Actual Loops'?: number; 'Rows Removed by Filter'?: number; Plans?: Plan[] };
export type Statement = { text: string; values: unknown[] };

/** Runs an act and answers with the statements that it sent. */
export type Listener = (act: () => Promise<unknown>) => Promise<Statement[]>;

/** From now on every statement of this pool that fits the pattern is noted as it is sent. */
export function listenTo(pool: pg.Pool, pattern: RegExp): Listener {
  let sent: Statement[] = [];
  const heard = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    if (heard.has(client)) return;
    heard.add(client);
    const send = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((...given: unknown[]) => {
      const [statement] = given as [Statement | string];
      if (typeof statement === 'object' && pattern.test(statement.text)) sent.push(statement);
      return send(...given);
    }) as typeof client.query;
  });
  return async (act) => {
    sent = [];
    await act();
    return sent;
  };
}

/** The plan that a statement keeps once it is prepared, whatever its values: all of its nodes. */
export async function keptPlan(pool: pg.Pool, { text, values }: Statement): Promise<Plan[]> {
  const client = await pool.connect();
  try {
    await client.query("set plan_cache_mode = 'force_generic_plan'");
    await client.query(`prepare kept as ${text}`);
    const given = values.map((value) => (value === null || value === undefined ? 'null' : pg.escapeLiteral(literal(value)))).join(', ');
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (analyze, format json) execute kept${values.length > 0 ? `(${given})` : ''}`);
    await client.query('deallocate kept');
    return flat(rows[0]?.['QUERY PLAN'][0].Plan);
  } finally {
    client.release(true);
  }
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return `{${value.map((item) => JSON.stringify(item)).join(',')}}`;
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  return value instanceof Date ? value.toISOString() : String(value);
}

const flat = (plan: Plan | undefined): Plan[] => (plan === undefined ? [] : [plan, ...(plan.Plans ?? []).flatMap(flat)]);

/** How many rows of a table a plan has read. */
export function rowsRead(plan: readonly Plan[], table: string): number {
  return plan
    .filter((node) => node['Relation Name'] === table)
    .reduce((sum, node) => sum + ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 1), 0);
}

/** Tells the planner what is in the tables of a test, and that it is settled, as autovacuum does. */
export async function analyze(owner: Connection): Promise<void> {
  const client = new pg.Client(connectionConfig(owner));
  await client.connect();
  await client.query('vacuum analyze');
  await client.end();
}
