import { useQuery } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { addMonths } from '#domain/time.ts';
import { DateCalendar } from '#web/screens/substitute/my-availability/date-calendar.tsx';
import { answerCalls, says, see, show } from '#test/screen.tsx';

const month = addMonths(new Date().toISOString().slice(0, 7), 1);

/** Says so in the same commit as the calendar. */
function Failure({ of }: { of: string }) {
  return useQuery({ queryKey: ['availability', of], enabled: false }).isError ? 'The refresh failed.' : null;
}

test('the calendar stays when a refresh of its dates fails', async () => {
  let answer = (): object => [];
  answerCalls('', () => answer());
  history.replaceState(null, '', `?month=${month}`);
  const queries = show(
    <>
      <DateCalendar stored={null} />
      <Failure of={month} />
    </>,
  );
  await see(() => queries.getQueryData(['availability', month]));
  answer = () => Response.json({ error: 'Too busy.', code: 'busy' }, { status: 503 });
  await queries.invalidateQueries();
  await says('The refresh failed.');
  expect(document.querySelector('table')).not.toBeNull();
});
