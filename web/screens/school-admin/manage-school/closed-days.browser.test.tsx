import { useQuery } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Closure } from '#domain/closure.ts';
import { addDays, formatDate, localDate } from '#domain/time.ts';
import { ownSchoolQuery } from '#web/features/vacancies/post/absence-queries.ts';
import { ClosedDays } from '#web/screens/school-admin/manage-school/closed-days.tsx';
import { Toaster } from '#web/ui/toaster.tsx';
import { answerVersions, field, openQueries, press, says, see, show, type } from '#test/screen.tsx';
import { patience } from '#web/testing/tab.ts';

const timeZone = 'America/New_York';
const inDays = (days: number) => addDays(localDate(new Date(), timeZone), days);
const school = {
  id: 3,
  name: 'Cedar Hollow',
  district: null,
  address: '1 School Road',
  city: 'Duluth',
  state: 'MN',
  zipCode: '55811',
  phone: '(218) 555-0100',
  isActive: true,
  timeZone,
} as const;

/** The closed days as two administrators save them. */
let stored: { closures: Closure[]; version: number };

function Screen() {
  const { data } = useQuery(ownSchoolQuery(3));
  return (
    <>
      {data === undefined ? null : <ClosedDays school={data} />}
      <Toaster />
    </>
  );
}

beforeEach(() => {
  stored = { closures: [], version: 3 };
  answerVersions('/schools/3', {
    read: () => ({ ...school, ...stored }),
    write: ({ closures, version }) => (stored = { closures, version }),
  });
  show(<Screen />);
});

const names = () => stored.closures.map(({ name }) => name);
const day = (name: string, from: number) => ({ name, from: inDays(from), to: inDays(from) });

/** Types a closed day while a colleague saves others, and adds it. */
async function add(name: string, from: number, meanwhile: Closure[]): Promise<void> {
  type(await field('name'), name);
  type(await field('from'), inDays(from));
  stored = { closures: meanwhile, version: stored.version + 1 };
  await press('Add closed days');
}

test('closed days that two administrators add at the same time are both saved', async () => {
  await add('Snow day', 30, [day('Workday', 10)]);
  await vi.waitFor(() => expect(names()).toEqual(['Workday', 'Snow day']), patience);
  await says('Workday');
  await vi.waitFor(async () => expect((await field('name')).value).toBe(''), patience);
  stored = { closures: [...stored.closures, day('Election day', 20)], version: stored.version + 1 };
  await press('Remove Workday');
  await vi.waitFor(() => expect(names()).toEqual(['Snow day', 'Election day']), patience);
});

test('a removed closed day can be restored, and the focus stays among the days', async () => {
  stored = { closures: [day('Workday', 10), day('Election day', 20)], version: 4 };
  show(<Screen />, openQueries());
  await press('Remove Workday');
  await says('We’ll suggest these days for absences again.');
  await see(() => document.activeElement?.textContent.startsWith('Election day'));
  expect(names()).toEqual(['Election day']);
  await press('Undo');
  await vi.waitFor(() => expect(names()).toEqual(['Election day', 'Workday']), patience);
});

test('a removed closed day isn’t restored if a colleague closed it under another name meanwhile', async () => {
  stored = { closures: [day('Workday', 10)], version: 4 };
  show(<Screen />, openQueries());
  await press('Remove Workday');
  await says('We’ll suggest these days for absences again.');
  stored = { closures: [day('Snow day', 10)], version: stored.version + 1 };
  type(await field('from'), inDays(40));
  await press('Undo');
  await says('School is already closed then: Snow day.');
  expect((await field('from')).ariaInvalid).not.toBe('true');
  expect(names()).toEqual(['Snow day']);
});

test('a day that two administrators close at the same time is closed once, and the second reads why', async () => {
  await add('Snow day', 10, [day('Workday', 10)]);
  await says('School is already closed then: Workday.');
  expect((await field('name')).value).toBe('Snow day');
  expect(names()).toEqual(['Workday']);
  expect(document.body.innerText).not.toContain('The closed days were not saved');
  type(await field('from'), inDays(11));
  await press('Add closed days');
  await vi.waitFor(() => expect(names()).toEqual(['Workday', 'Snow day']), patience);
  await vi.waitFor(async () => expect((await field('name')).value).toBe(''), patience);
});

test('each date stays on one line on a phone', async () => {
  stored = { closures: [{ name: 'Winter break', from: inDays(10), to: inDays(20) }], version: 4 };
  show(<Screen />, openQueries());
  const line = await see(() => document.querySelector('li p'));
  const whole = (days: number) => formatDate(inDays(days)).replaceAll(' ', '\u00a0');
  expect(line.textContent).toBe(`Winter break ${whole(10)} – ${whole(20)}`);
});
