// A server in a separate process (see fork.ts). It reports its address, and on request its memory after a garbage
// collection, its CPU time and its event loop delay. It trusts one proxy, so everyone can have their own address.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import * as z from 'zod/mini';
import { serveApp } from '#bench/world/serve.ts';
import { worldMorning } from '#bench/world/shape.ts';

const connection = z
  .object({ host: z.string(), port: z.number(), user: z.string(), database: z.string() })
  .parse(JSON.parse(process.argv[2] ?? '{}'));
const settings = z.record(z.string(), z.string()).parse(JSON.parse(process.argv[3] ?? '{}'));
const { url } = await serveApp(connection, () => new Date(worldMorning.getTime() + performance.now()), {
  TRUST_PROXY: '1',
  ...settings,
});
const resolution = 10;
const delays = monitorEventLoopDelay({ resolution });
delays.enable();
process.send?.({ url });
process.on('message', (what) => {
  if (what === 'memory')
    for (const _ of [1, 2, 3]) globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  const { user, system } = process.cpuUsage();
  const loopMs = Math.max(0, delays.percentile(99) / 1e6 - resolution);
  delays.reset();
  process.send?.({ rss: process.memoryUsage.rss(), processor: (user + system) / 1e6, loopMs });
});
process.on('disconnect', () => process.exit(0));
