import pg from 'pg';
import { type Connection, connectionConfig, type Sql } from '#server/db/database.ts';
import { onStatement } from '#test/statements.ts';

/** A node of an EXPLAIN plan. */
export type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Total Time'?: number;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: Plan[];
};
/** A sent statement, with the id of the first returned row, if any. */
export type Statement = { text: string; values: unknown[]; firstId: number | null };

/** Runs an action and returns the statements it sent. */
export type Listener = (act: () => Promise<unknown>) => Promise<Statement[]>;

/** Records every statement of this pool that matches the pattern from now on. */
export function listenTo(pool: pg.Pool, pattern: RegExp): Listener {
  let sent: Statement[] = [];
  onStatement(pool, ({ text, values = [] }, reply) => {
    if (!pattern.test(text)) return;
    const noted: Statement = { text, values, firstId: null };
    sent.push(noted);
    void reply.then(
      ({ rows: [row] }) => (noted.firstId = typeof row?.id === 'number' ? row.id : null),
      () => {},
    );
  });
  return async (act) => {
    const during: Statement[] = [];
    sent = during;
    await act();
    // Later statements don't belong to an action.
    sent = [];
    return during;
  };
}

/** Returns all nodes of a prepared statement's generic plan, which doesn't depend on values. */
export async function genericPlan(
  pool: pg.Pool,
  { text, values }: Pick<Statement, 'text' | 'values'>,
): Promise<Plan[]> {
  const client = await pool.connect();
  try {
    await client.query("set plan_cache_mode = 'force_generic_plan'");
    await client.query(`prepare kept as ${text}`);
    const given = values
      .map((value) => (value === null || value === undefined ? 'null' : pg.escapeLiteral(literal(value))))
      .join(', ');
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, buffers, format json) execute kept${values.length > 0 ? `(${given})` : ''}`,
    );
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

const flat = (plan: Plan | undefined): Plan[] =>
  plan === undefined ? [] : [plan, ...(plan.Plans ?? []).flatMap(flat)];

/** Returns how many rows of a table a plan has read. */
export function rowsRead(plan: readonly Plan[], table: string): number {
  return plan
    .filter((node) => node['Relation Name'] === table)
    .reduce(
      (sum, node) =>
        sum + ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 1),
      0,
    );
}

/** Inserts more rows at once than the server's own statement timeout allows. */
export async function fillTable(owner: Connection, statement: Sql): Promise<void> {
  const client = new pg.Client({ ...connectionConfig(owner), options: '-c TimeZone=UTC' });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Analyzes a test's tables and marks them as settled, like autovacuum. */
export async function analyze(owner: Connection): Promise<void> {
  const client = new pg.Client(connectionConfig(owner));
  await client.connect();
  await client.query('vacuum analyze');
  await client.end();
}
