import { expect, test } from 'vitest';
import { AnswerActions } from '#web/features/vacancies/answer/answer-actions.tsx';
import { VacancyDetails } from '#web/features/vacancies/details/vacancy-details.tsx';
import { openVacancy } from '#web/testing/vacancy.ts';
import { answerCalls, openQueries, press, says, see, show } from '#test/screen.tsx';

test.each([
  ['not_found', 404, 'This vacancy was removed', false],
  ['unavailable', 503, 'The vacancy could not be loaded', true],
])(
  'details that end with %s say why, and offer another try only if it can help',
  async (code, status, title, canTry) => {
    answerCalls('/vacancies/4', () => Response.json({ code, error: 'Sorry.' }, { status }));
    show(
      <VacancyDetails id={4} now={new Date()} onClose={() => {}} />,
      openQueries({ id: 7, role: 'teacher', schools: [] }),
    );
    await says(title);
    expect(document.body.innerText.includes('Try again')).toBe(canTry);
  },
);

test('once a request is answered, the focus is on Close instead of a button that is gone', async () => {
  const requester = {
    id: 9,
    fullName: 'Bob Ray',
    profileImageUrl: null,
    qualifications: null,
    preferredSubjects: null,
    bio: null,
    resumeUrl: null,
    phone: null,
    email: null,
    timesHere: 2,
  };
  let vacancy = openVacancy({ status: 'pending_approval', requestedById: 9, can: ['approve', 'reject'] });
  vacancy = { ...vacancy, requester };
  answerCalls('/vacancies/1', (body) => {
    if (body !== null)
      vacancy = { ...vacancy, status: 'filled', substituteId: 9, substitute: requester, requester: null, can: [] };
    return vacancy;
  });
  show(
    <VacancyDetails
      id={1}
      now={new Date('2026-11-23T11:05:00Z')}
      onClose={() => {}}
      renderActions={(found, isGone) => <AnswerActions vacancy={found} isGone={isGone} />}
    />,
    openQueries({ id: 7, role: 'teacher', schools: [] }),
  );
  (await see(() => [...document.querySelectorAll('button')].find((one) => one.textContent === 'Approve'))).focus();
  await press('Approve');
  await see(() => document.activeElement?.textContent === 'Close');
});

test.each([
  ['school_admin', true],
  ['teacher', false],
] as const)('to a %s, the details say who is absent: %s', async (role, isShown) => {
  answerCalls('/vacancies/1', () => openVacancy({ teacherName: 'Maya Okafor' }));
  show(
    <VacancyDetails id={1} now={new Date('2026-11-23T11:05:00Z')} onClose={() => {}} />,
    openQueries({ id: 7, role, schools: [] }),
  );
  await says('May need changes');
  expect(document.body.innerText.includes('Maya Okafor')).toBe(isShown);
});
