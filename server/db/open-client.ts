import pg from 'pg';
import { type Connection, connectionConfig } from '#server/db/database.ts';
import { cutOff } from '#server/db/driver.ts';

/**
 * Opens a connection outside of the pool, whose statements may take this long, in ms. It is open once `begin` has
 * resolved. If either fails, it is closed immediately.
 */
export async function openClient(
  connection: Connection,
  {
    patienceMs,
    begin,
    ...options
  }: pg.ClientConfig & { patienceMs: number; begin: (client: pg.Client) => Promise<unknown> },
): Promise<pg.Client> {
  const client = new pg.Client({
    ...connectionConfig(connection),
    ...options,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
    keepAlive: true,
  });
  // A broken connection fails its next statement, which is handled there.
  client.on('error', () => {});
  try {
    await client.connect();
    await begin(client);
    return client;
  } catch (error) {
    cutOff(client);
    throw error;
  }
}
