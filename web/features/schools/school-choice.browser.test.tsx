import { expect, test } from 'vitest';
import type { User } from '#contract/person.ts';
import type { School } from '#contract/schools.ts';
import { chosenSchoolsQuery, offeredSchoolsQuery } from '#web/features/schools/offered.ts';
import { SchoolChoice } from '#web/features/schools/school-choice.tsx';
import { profileQuery } from '#web/session/profile.ts';
import { answerCalls, control, openQueries, says, show, type } from '#test/screen.tsx';

const named = (id: number, name: string) => ({ id, name, city: 'Duluth', isActive: true }) as School;

test('a search that fails leaves the chosen schools and the unsaved choice', async () => {
  const queries = openQueries({ id: 7, role: 'substitute', schools: [] });
  // The form reads only these fields.
  queries.setQueryData(profileQuery(7).queryKey, { id: 7, selectedSchoolIds: '[3]' } as User);
  queries.setQueryData(chosenSchoolsQuery.queryKey, [named(3, 'Cedar Hollow')]);
  const offered = [{ rows: [named(4, 'Pine Ridge')], next: null }];
  queries.setQueryData(offeredSchoolsQuery('').queryKey, { pages: offered, pageParams: [''] });
  answerCalls('/schools', () => Response.json({ error: 'Too busy.', code: 'busy' }, { status: 503 }));
  show(<SchoolChoice />, queries);
  (await control('Pine Ridge')).click();
  await says('Unsaved Changes');
  const search = await control('Find more schools');
  search.focus();
  type(search, 'Birch');
  await says('Schools could not be loaded');
  expect(document.activeElement).toBe(search);
  expect(search.value).toBe('Birch');
  expect((await control('Cedar Hollow')).checked).toBe(true);
  expect(document.body.innerText).toContain('Unsaved Changes');
  type(search, '');
  expect((await control('Pine Ridge')).checked).toBe(true);
});

test('what leaving a school ends is a message that is announced, and so the bar that saves doesn’t cover it', async () => {
  const queries = openQueries({ id: 7, role: 'substitute', schools: [] });
  queries.setQueryData(profileQuery(7).queryKey, { id: 7, selectedSchoolIds: '[3]' } as User);
  queries.setQueryData(chosenSchoolsQuery.queryKey, [named(3, 'Cedar Hollow')]);
  queries.setQueryData(offeredSchoolsQuery('').queryKey, { pages: [{ rows: [], next: null }], pageParams: [''] });
  show(<SchoolChoice />, queries);
  (await control('Cedar Hollow')).click();
  await says('upcoming assignments at Cedar Hollow will end');
  const announced = [...document.querySelectorAll('[role="status"]')].map(({ textContent }) => textContent);
  expect(announced).toContainEqual(expect.stringContaining('at Cedar Hollow will end'));
});
