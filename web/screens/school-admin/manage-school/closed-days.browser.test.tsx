import { useQuery } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Closure } from '#domain/closure.ts';
import { addDays, localDate } from '#domain/time.ts';
import { ownSchoolQuery } from '#web/features/vacancies/post/absence-queries.ts';
import { ClosedDays } from '#web/screens/school-admin/manage-school/closed-days.tsx';
import { answerVersions, field, press, says, show, type } from '#test/screen.tsx';
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
  return data === undefined ? null : <ClosedDays school={data} />;
}

beforeEach(() => {
  stored = { closures: [], version: 3 };
  answerVersions('/schools/3', {
    read: () => ({ ...school, ...stored }),
    write: ({ closures, version }) => (stored = { closures, version }),
  });
  show(<Screen />);
});

test('a closed day is added after a colleague’s from the same minute, and what was typed stays', async () => {
  type(await field('name'), 'Snow day');
  type(await field('from'), inDays(30));
  stored = { closures: [{ name: 'Workday', from: inDays(10), to: inDays(10) }], version: 4 };
  await press('Add closed days');
  await says('Someone else saved it.');
  await says('Workday');
  expect((await field('name')).value).toBe('Snow day');
  await press('Add closed days');
  await vi.waitFor(() => expect(stored.closures.map(({ name }) => name)).toEqual(['Workday', 'Snow day']), patience);
});
