import { test } from 'vitest';
import { Operation } from '#web/screens/overall-admin/dashboard/operation.tsx';
import { answerCalls, says, show } from '#test/screen.tsx';

const at = (date: string) => `${date}T15:40:00.000Z`;

test.each([
  ['failed', { failure: { at: at('2026-12-01'), error: 'no space left on device' }, restoreFailure: null }],
  ['couldn’t be restored', { failure: null, restoreFailure: { at: at('2026-12-01'), error: 'a table is missing' } }],
])('a backup that %s is shown with the last one that was restored', async (_, failures) => {
  answerCalls('/backups', () => ({
    daily: true,
    last: { at: at('2026-11-30'), bytes: 900 },
    rehearsed: true,
    restored: { at: at('2026-11-30') },
    ...failures,
  }));
  show(<Operation />);
  await says('The backup on December 1, 2026');
  await says('Last restored and compared: November 30, 2026');
});
