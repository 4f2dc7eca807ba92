import { existsSync, readdirSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { draw } from '#server/security/drawing.ts';

/** Returns the image processes that this process started. */
const drawers = (): number[] =>
  readdirSync('/proc/self/task')
    .flatMap((task) => readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' '))
    .map(Number)
    .filter((pid) => pid > 0 && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('draw-process'));

it.skipIf(!existsSync('/proc/self/task'))('processes an image again if an earlier one killed the process', async () => {
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#36c' } })
    .png()
    .toBuffer();
  const order = { bytes, width: 8, height: 8 };
  expect(await draw(order)).toHaveProperty('bytes');
  const [pid, ...others] = drawers();
  expect([typeof pid, others]).toEqual(['number', []]);
  process.kill(Number(pid), 'SIGKILL');
  expect(await draw(order)).toHaveProperty('bytes');
});

it('queues at most six images and refuses the next with a sentence', async () => {
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#36c' } })
    .png()
    .toBuffer();
  const all = await Promise.allSettled(Array.from({ length: 8 }, () => draw({ bytes, width: 8, height: 8 })));
  expect(all.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 6 }, () => 'fulfilled'),
    'rejected',
    'rejected',
  ]);
  for (const outcome of all.slice(6))
    expect(outcome).toMatchObject({
      reason: {
        code: 'too_many_requests',
        message: 'Many images are being processed right now. Please try again in a minute.',
      },
    });
  expect(await draw({ bytes, width: 8, height: 8 }), 'once they are drawn').toHaveProperty('bytes');
});
