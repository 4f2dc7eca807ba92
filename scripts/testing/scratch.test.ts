import { expect, it } from 'vitest';
import { canHoldScratch } from './scratch.ts';

const gigabyte = 1024 ** 3;
const roomy = { mounts: ['tmpfs /dev/shm tmpfs rw,nosuid,nodev 0 0'], free: 12 * gigabyte, memory: 20 * gigabyte };

it.each([
  ['has room and lets programs run', roomy, true],
  ['is small, as in a container', { ...roomy, free: 64 * 1024 ** 2 }, false],
  ['would take the memory of the tests themselves', { ...roomy, memory: 4 * gigabyte }, false],
  ['lets no program run', { ...roomy, mounts: ['shm /dev/shm tmpfs rw,nosuid,noexec 0 0'] }, false],
  ['is on a disk', { ...roomy, mounts: ['/dev/vda / ext4 rw,relatime 0 0'] }, false],
])('the tests keep their files in memory only if it has enough: one that %s', (_what, place, expected) => {
  expect(canHoldScratch(place)).toBe(expected);
});
