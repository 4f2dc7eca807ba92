import { expect, test } from 'vitest';
import { VacancyDetails } from '#web/features/vacancies/details/vacancy-details.tsx';
import { answerCalls, openQueries, says, show } from '#test/screen.tsx';

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
