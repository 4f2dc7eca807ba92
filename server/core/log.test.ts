import { pino } from 'pino';
import { expect, it } from 'vitest';
import { unlogged } from '#server/core/log.ts';

it('a log line about a failed statement does not contain the row', () => {
  const lines: string[] = [];
  const log = pino({ redact: unlogged }, { write: (line: string) => void lines.push(line) });
  const error = Object.assign(new Error('violates check constraint "users_phone"'), {
    detail: 'Failing row contains (7, Ann Lee, 5185550142).',
    constraint: 'users_phone',
  });
  log.error({ err: error }, 'call failed');
  expect(lines.join('')).toContain('users_phone');
  expect(lines.join('')).not.toContain('Ann Lee');
});
