import { expect, it } from 'vitest';
import { makeTogether } from '#server/db/together.ts';
import { until } from '#test/until.ts';

/** Reads that end when the test says so. */
function heldReads() {
  const begun: PromiseWithResolvers<number>[] = [];
  const read = () => {
    const own = Promise.withResolvers<number>();
    begun.push(own);
    return own.promise;
  };
  return { begun, read };
}

it('reads once for everyone who asks in the same moment, or while a read is running', async () => {
  const together = makeTogether();
  const { begun, read } = heldReads();
  const first = [together('a', read), together('a', read)];
  await until(() => begun.length === 1);
  const later = [together('a', read), together('a', read), together('a', read)];
  begun[0]?.resolve(1);
  expect(await Promise.all(first)).toEqual([1, 1]);
  await until(() => begun.length === 2);
  begun[1]?.resolve(2);
  // No one gets the result of a read that began before they asked.
  expect(await Promise.all(later)).toEqual([2, 2, 2]);
  expect(begun).toHaveLength(2);
});

it('reads again for someone who asks later, and separately under another key', async () => {
  const together = makeTogether();
  const { begun, read } = heldReads();
  const both = [together('a', read), together('b', read)];
  await until(() => begun.length === 2);
  begun[0]?.resolve(1);
  begun[1]?.resolve(2);
  expect(await Promise.all(both)).toEqual([1, 2]);
  const later = together('a', read);
  await until(() => begun.length === 3);
  begun[2]?.resolve(3);
  expect(await later).toBe(3);
});

it('fails for the caller whose read it was, and reads again for the others', async () => {
  const together = makeTogether();
  const { begun, read } = heldReads();
  const own = together('a', read);
  const joined = together('a', read);
  await until(() => begun.length === 1);
  begun[0]?.reject(new Error('too late'));
  await expect(own).rejects.toThrow('too late');
  await until(() => begun.length === 2);
  begun[1]?.resolve(2);
  expect(await joined).toBe(2);
  // The next read doesn't suffer from a failed one.
  const next = together('a', read);
  await until(() => begun.length === 3);
  begun[2]?.resolve(3);
  expect(await next).toBe(3);
});
