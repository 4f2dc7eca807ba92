import { expect, test } from 'vitest';
import { RequestDialog } from '#web/features/vacancies/request/request-dialog.tsx';
import { openVacancy } from '#web/testing/vacancy.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { answerCalls, says, see, show } from '#test/screen.tsx';

const now = new Date('2026-11-23T11:05:00Z');
const together = '2 days, Mon, Nov 23 to Tue, Nov 24';
const job = {
  dates: ['2026-11-23', '2026-11-24'],
  sentence: 'Part of a 2-day job, Mon, Nov 23 to Tue, Nov 24',
  together,
};

test('a second Enter sends nothing, and the toast names every day of a job that is booked', async () => {
  let sent = 0;
  const vacancy = openVacancy({ can: ['request'], bookFirst: true, job });
  answerCalls('', (body) => {
    if (body !== null) sent += 1;
    return body === null ? vacancy : { ...vacancy, status: 'filled', confirmed: true };
  });
  show(
    <>
      <RequestDialog id={vacancy.id} known={vacancy} userId={7} now={now} onClose={() => undefined} />
      <Toaster />
    </>,
  );
  const form = await see(() => document.querySelector('form'));
  form.requestSubmit();
  form.requestSubmit();
  await says(`${vacancy.description}, ${together} at`);
  expect(sent).toBe(1);
});

test('offers no request once the vacancy is closed to this person', async () => {
  const vacancy = openVacancy({ can: ['request'] });
  let isRemoved = false;
  answerCalls('', () =>
    isRemoved ? Response.json({ error: 'This vacancy does not exist.', code: 'not_found' }, { status: 404 }) : vacancy,
  );
  const queries = show(
    <RequestDialog id={vacancy.id} known={vacancy} userId={7} now={now} onClose={() => undefined} />,
  );
  await see(() => document.querySelector('button[type="submit"]'));
  isRemoved = true;
  void queries.invalidateQueries();
  await says('This vacancy isn’t open to you.');
  expect(document.querySelector('button[type="submit"]')).toBeNull();
});
