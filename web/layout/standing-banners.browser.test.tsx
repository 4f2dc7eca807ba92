import { expect, test } from 'vitest';
import { StandingBanners } from '#web/layout/standing-banners.tsx';
import { sessionQuery } from '#web/session/session.ts';
import { openQueries, says, see, show } from '#test/screen.tsx';

const user = {
  id: 7,
  username: 'nina',
  fullName: 'Nina New',
  role: 'substitute',
  isApproved: false,
  schools: [],
  secondFactor: 'offered',
  joinedAt: '2026-11-23T09:30:00.000Z',
};

const home = (
  <>
    <StandingBanners />
    <p>My week</p>
  </>
);

test('an unapproved substitute’s home appears together with the panel above it', async () => {
  const seen: string[] = [];
  const watch = new MutationObserver(() => seen.push(document.body.innerText));
  watch.observe(document.body, { childList: true, subtree: true });
  show(home, openQueries(user));
  await says('Approval Pending');
  watch.disconnect();
  expect(seen.filter((text) => text.includes('My week') && !text.includes('Approval Pending'))).toEqual([]);
});

test('a substitute who loses their approval gets the panel above the open home', async () => {
  const queries = show(home, openQueries({ ...user, isApproved: true }));
  await says('My week');
  queries.setQueryData(sessionQuery.queryKey, (known) => known && { ...known, isApproved: false });
  await see(() => document.getElementById('approval-pending'));
  await says('My week');
});
