import { expect, test } from 'vitest';
import { makeQueryClient } from '#web/queries.ts';

test('a command that fails is not sent again', async () => {
  const queries = makeQueryClient();
  let calls = 0;
  const command = queries.getMutationCache().build(queries, {
    mutationFn: async () => {
      calls += 1;
      throw new Error('The server refuses.');
    },
  });
  await expect(command.execute(undefined)).rejects.toThrow('The server refuses.');
  expect(calls).toBe(1);
});
