// A server of a world in a process of its own, for bench/rush.ts: it says its address, and what memory it holds, once the garbage is
// out, and what processor time it took whenever it is asked.
import * as z from 'zod/mini';
import { serveApp } from '#bench/world/serve.ts';
import { worldMorning } from '#bench/world/shape.ts';

const connection = z
  .object({ host: z.string(), port: z.number(), user: z.string(), database: z.string() })
  .parse(JSON.parse(process.argv[2] ?? '{}'));
const { url } = await serveApp(connection, () => new Date(worldMorning.getTime() + performance.now()));
process.send?.({ url });
process.on('message', (what) => {
  if (what === 'memory')
    for (const _ of [1, 2, 3]) globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  const { user, system } = process.cpuUsage();
  process.send?.({ rss: process.memoryUsage.rss(), processor: (user + system) / 1e6 });
});
process.on('disconnect', () => process.exit(0));
