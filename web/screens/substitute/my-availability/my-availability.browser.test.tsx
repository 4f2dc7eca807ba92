import { expect, test } from 'vitest';
import type { User } from '#contract/person.ts';
import { MyAvailability } from '#web/screens/substitute/my-availability/my-availability.tsx';
import { profileQuery } from '#web/session/profile.ts';
import { answerCalls, Failure, openQueries, says, see, show } from '#test/screen.tsx';

test('unsaved changes of the week stay when a refresh fails', async () => {
  const preferences = { days: 'any', noticeHours: 0, grades: [], subjects: [], miles: null, zip: null, version: 1 };
  let isDown = false;
  answerCalls('', (_body, path) => {
    if (isDown) return Response.json({ error: 'Too busy.', code: 'busy' }, { status: 503 });
    return path === '/api/job-preferences' ? preferences : [];
  });
  const queries = openQueries({ id: 7, role: 'substitute', schools: [], isApproved: true });
  const { queryKey } = profileQuery(7);
  // The screen reads only these fields.
  queries.setQueryData(queryKey, { id: 7, version: 1, role: 'substitute', generalAvailability: null } as User);
  show(
    <>
      <MyAvailability />
      <Failure of={queryKey} />
    </>,
    queries,
  );
  const friday = '[name="availability-friday"][value="all_day"]';
  (await see(() => document.querySelector<HTMLInputElement>(friday))).click();
  await says('Unsaved Changes');
  isDown = true;
  await queries.invalidateQueries();
  await says('The refresh failed.');
  expect(document.querySelector<HTMLInputElement>(friday)?.checked).toBe(true);
  expect(document.body.innerText).toContain('Unsaved Changes');
});
