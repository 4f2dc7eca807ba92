import { expect, test } from 'vitest';
import type { User } from '#contract/person.ts';
import { PersonDialog } from '#web/features/person/person-dialog.tsx';
import { answerCalls, openQueries, says, see, show } from '#test/screen.tsx';
import { effects } from '#web/testing/tab.ts';

test('what a school keeps about a substitute appears together, whichever reply comes last', async () => {
  const limits = Promise.withResolvers<object>();
  const answered = new Set<string>();
  const replies: Record<string, object | Promise<object>> = {
    'work-limits': limits.promise,
    exclusions: [],
    offers: { offers: 3, answers: 1, days: 2, median: null },
    attendance: { noShows: 0, late: 0, entries: [] },
    feedback: { again: 0, notAgain: 0, entries: [] },
  };
  for (const [end, reply] of Object.entries(replies))
    answerCalls(`/${end}`, () => {
      answered.add(end);
      return reply;
    });
  const person = { id: 9, fullName: 'Daniel Reyes', role: 'substitute', can: [] } as unknown as User;
  show(
    <PersonDialog person={person} subtitle="Substitute" onClose={() => undefined} />,
    openQueries({ id: 7, role: 'school_admin', schools: [] }),
  );
  await see(() => answered.size === Object.keys(replies).length);
  await effects();
  expect(document.body.innerText).not.toContain('Stop offering jobs');
  limits.resolve({ weekMinutes: 1740, monthMinutes: null, assignmentDays: null, yearDays: null, version: 1 });
  await says('29 hours a week');
  await says('Stop offering jobs');
  await says('Notified of 3 vacancies');
});
