import type { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { AssignDialog } from '#web/features/office/assign-dialog.tsx';
import type { Candidate } from '#web/features/office/candidate-words.ts';
import { vacancyQuery } from '#web/features/vacancies/queries.ts';
import { answerCalls, leave, openQueries, says, see, show, type } from '#test/screen.tsx';
import { patience } from '#web/testing/tab.ts';
import { openVacancy } from '#web/testing/vacancy.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { hasUnsavedText } from '#web/ui/unsaved.ts';

const daniel: Candidate = {
  id: 9,
  fullName: 'Daniel Reyes',
  profileImageUrl: null,
  qualifications: null,
  preferredSubjects: null,
  phone: null,
  email: null,
  timesHere: 0,
  timesWithTeacher: 0,
  subjects: [],
  why: [],
  noShowOn: null,
  limits: ['40 hours a week'],
  isOverLimit: true,
  canAssign: true,
};

let queries: QueryClient;
beforeEach(() => {
  queries = openQueries();
  queries.setQueryData(vacancyQuery(1).queryKey, openVacancy({ can: ['assign'] }));
  queries.setQueryData(['vacancies', 'candidates', 1, ''], {
    pages: [{ rows: [daniel], next: null }],
    pageParams: [''],
  });
  show(<AssignDialog id={1} onClose={() => {}} />, queries);
});

const button = () => see(() => document.querySelector<HTMLButtonElement>('[aria-label="Assign Daniel Reyes"]'));

test('a typed reason stays when a colleague assigns someone else, and the dialog says so', async () => {
  (await button()).click();
  const field = await see(() => document.querySelector<HTMLInputElement>('input:not([type="search"])'));
  type(field, 'No one else is free');
  await vi.waitFor(() => expect(hasUnsavedText()).toBe(true), patience);
  const { canAssign: _, ...known } = daniel;
  const priya = { ...known, id: 4, fullName: 'Priya Natarajan', bio: null, resumeUrl: null };
  queries.setQueryData(vacancyQuery(1).queryKey, openVacancy({ status: 'filled', substitute: priya }));
  await says('Priya Natarajan is already covering it.');
  expect(document.querySelector<HTMLInputElement>('input:not([type="search"])')?.value).toBe('No one else is free');
  expect((await button()).disabled).toBe(true);
});

test('no button for more substitutes appears before the first ones do', async () => {
  leave();
  queries.removeQueries({ queryKey: ['vacancies', 'candidates'] });
  const reply = Promise.withResolvers<Response>();
  answerCalls('/candidates', () => reply.promise);
  show(<AssignDialog id={1} onClose={() => {}} />, queries);
  await see(() => document.querySelector('[data-loads] [aria-hidden]'));
  reply.resolve(Response.json([daniel], { headers: { 'x-next-cursor': 'next' } }));
  await see(() => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Show more'));
  expect(document.querySelector('[aria-label="Assign Daniel Reyes"]')).not.toBeNull();
});

test('says that assigning someone ends their request for another class at that time, before and afterward', async () => {
  leave();
  const olga: Candidate = {
    ...daniel,
    fullName: 'Olga Ortiz',
    limits: [],
    isOverLimit: false,
    endsRequest: true,
  };
  queries.setQueryData(['vacancies', 'candidates', 1, ''], { pages: [{ rows: [olga], next: null }], pageParams: [''] });
  answerCalls('/assign-substitute', () => Response.json(openVacancy({ status: 'filled' })));
  show(
    <>
      <AssignDialog id={1} onClose={() => {}} />
      <Toaster />
    </>,
    queries,
  );
  await says('Requested another class at that time (assigning them ends that request)');
  (await see(() => document.querySelector<HTMLButtonElement>('[aria-label="Assign Olga Ortiz"]'))).click();
  await says('Their request for another class at that time has ended.');
});
