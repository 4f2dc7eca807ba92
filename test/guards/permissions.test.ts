import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { permissionMutants } from '#test/guards/mutants.ts';

const file = 'domain/permissions.ts';

/**
 * Returns whether the permission tests fail with this change. No cache may contain the original file, or keep the
 * changed one.
 */
function isKilled(mutant: object): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--project',
        'domain',
        'domain/permissions.test.ts',
        '--bail=1',
        '--reporter=dot',
        '--fsModuleCache=false',
      ],
      {
        env: { ...process.env, FIRSTBELL_MUTANT: JSON.stringify({ file, ...mutant }) },
        stdio: 'ignore',
      },
    );
    child.once('error', reject);
    child.once('exit', (code) => resolve(code !== 0));
  });
}

test('no check in the permissions can be removed without a failing test', async () => {
  const mutants = permissionMutants(readFileSync(file, 'utf8'));
  expect(await isKilled({ what: 'nothing', from: 0, to: 0, text: '' }), 'the tests pass as they are').toBe(false);
  const survivors: string[] = [];
  const waiting = [...mutants];
  const work = async () => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift())
      if (!(await isKilled(mutant))) survivors.push(mutant.what);
  };
  await Promise.all([work(), work()]);
  console.log(`Permissions: ${mutants.length - survivors.length} of ${mutants.length} guards taken out were noticed.`);
  expect(survivors).toEqual([]);
}, 1_800_000);
