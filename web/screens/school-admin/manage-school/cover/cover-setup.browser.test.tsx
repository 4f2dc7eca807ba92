import { expect, test } from 'vitest';
import { CoverSetup } from '#web/screens/school-admin/manage-school/cover/cover-setup.tsx';
import { coverSettingsQuery, timetablesQuery } from '#web/screens/school-admin/manage-school/cover/queries.ts';
import { openQueries, see, show } from '#test/screen.tsx';

test('on a phone, a wide button leaves its title on one line', async () => {
  const queries = openQueries();
  // Only the fields that this list reads.
  queries.setQueryData(coverSettingsQuery.queryKey, {
    bell: { schedules: [{ name: 'Regular day', periods: [] }] },
  } as never);
  queries.setQueryData(timetablesQuery.queryKey, { teachers: [] } as never);
  show(
    <div style={{ width: '326px' }}>
      <CoverSetup />
    </div>,
    queries,
  );
  const title = await see(() =>
    [...document.querySelectorAll('h3')].find((one) => one.textContent === 'Who teaches when'),
  );
  expect(title.getBoundingClientRect().width).toBeGreaterThan(180);
});
