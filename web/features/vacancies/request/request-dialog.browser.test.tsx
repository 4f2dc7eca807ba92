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

test('says how the class has changed while it is open, and requests only what it shows', async () => {
  const seen: unknown[] = [];
  const vacancy = openVacancy({ can: ['request'] });
  let current = vacancy;
  answerCalls<{ seen: unknown }>('', (body) => {
    if (body === null) return current;
    seen.push(body.seen);
    // The class has moved once more, and its event hasn't arrived.
    if (seen.length > 1) return { ...current, status: 'pending_approval', can: [] };
    current = { ...current, startTime: '09:00' };
    return Response.json({ error: 'This class has changed.', code: 'vacancy_moved' }, { status: 409 });
  });
  const queries = show(
    <>
      <RequestDialog id={vacancy.id} known={vacancy} userId={7} now={now} onClose={() => undefined} />
      <Toaster />
    </>,
  );
  const button = () => see(() => document.querySelector<HTMLButtonElement>('button[type="submit"]'));
  await button();
  current = { ...current, date: '2026-12-02' };
  void queries.invalidateQueries();
  await says('This class has changed. It is now Wed, Dec 2, 8:00 AM – 3:00 PM.');
  (await button()).click();
  await says('This class has changed. It is now Wed, Dec 2, 9:00 AM – 3:00 PM.');
  (await button()).click();
  await says('Request submitted successfully.');
  const day = { date: '2026-12-02', endTime: '15:00', together: null };
  expect(seen).toEqual([
    { ...day, startTime: '08:00' },
    { ...day, startTime: '09:00' },
  ]);
});
