import type pg from 'pg';

type Sent = { text: string; values?: unknown[] };
type Reply = Promise<{ rows: { id?: unknown }[] }>;

/** Calls the listener with each statement that a connection of this pool sends from now on, and with its reply. */
export function onStatement(pool: pg.Pool, listener: (statement: Sent, reply: Reply) => void): void {
  const heard = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    if (heard.has(client)) return;
    heard.add(client);
    const send = client.query.bind(client) as (...given: unknown[]) => Reply;
    client.query = ((...given: unknown[]) => {
      const [statement] = given as [Sent | string];
      const reply = send(...given);
      listener(typeof statement === 'string' ? { text: statement } : statement, reply);
      return reply;
    }) as typeof client.query;
  });
}
