import { expect, test } from 'vitest';
import { MyAssignments } from '#web/screens/substitute/my-assignments/my-assignments.tsx';
import { answerCalls, openQueries, says, see, show } from '#test/screen.tsx';

test('the tabs wait for what is shown above them, so they do not move under a finger', async () => {
  const { promise: attendance, resolve } = Promise.withResolvers<object>();
  let lists = 0;
  answerCalls('', (_body, path) => {
    if (path === '/api/attendance/own') return attendance;
    if (path === '/api/own-cover') return { isOn: false, month: 0, year: 0, covers: [] };
    lists += 1;
    return [];
  });
  show(<MyAssignments />, openQueries({ id: 7, schools: [], isApproved: true }));
  await says('Your assignments and requests.');
  await see(() => lists === 3);
  expect(document.body.innerText).not.toMatch(/Upcoming|No assignments yet/);
  resolve([]);
  await says('No assignments yet');
});
