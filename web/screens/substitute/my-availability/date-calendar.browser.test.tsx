import { expect, test } from 'vitest';
import { addMonths } from '#domain/time.ts';
import { DateCalendar } from '#web/screens/substitute/my-availability/date-calendar.tsx';
import { answerCalls, Failure, says, see, show } from '#test/screen.tsx';

const month = addMonths(new Date().toISOString().slice(0, 7), 1);

test('the calendar stays when a refresh of its dates fails', async () => {
  let answer = (): object => [];
  answerCalls('', () => answer());
  history.replaceState(null, '', `?month=${month}`);
  const queries = show(
    <>
      <DateCalendar stored={null} />
      <Failure of={['availability', month]} />
    </>,
  );
  await see(() => queries.getQueryData(['availability', month]));
  answer = () => Response.json({ error: 'Too busy.', code: 'busy' }, { status: 503 });
  await queries.invalidateQueries();
  await says('The refresh failed.');
  expect(document.querySelector('table')).not.toBeNull();
});
