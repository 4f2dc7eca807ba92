import { afterEach, expect, test, vi } from 'vitest';
import { MyAssignments } from '#web/screens/substitute/my-assignments/my-assignments.tsx';
import { openVacancy } from '#web/testing/vacancy.ts';
import { answerCalls, openQueries, press, says, see, show } from '#test/screen.tsx';

afterEach(() => vi.useRealTimers());

test('the tabs wait for what is shown above them, so they do not move under a finger', async () => {
  const { promise: attendance, resolve } = Promise.withResolvers<object>();
  let lists = 0;
  answerCalls('', (_body, path) => {
    if (path === '/api/attendance/own') return attendance;
    if (path === '/api/own-cover') return { isOn: false, month: 0, year: 0, covers: [] };
    lists += 1;
    return [];
  });
  show(<MyAssignments />, openQueries({ id: 7, schools: [], isApproved: true }));
  await says('Your assignments and requests.');
  await see(() => lists === 3);
  expect(document.body.innerText).not.toMatch(/Upcoming|No assignments yet/);
  resolve([]);
  await says('No assignments yet');
});

test('a class is a past one from its end, though the server’s lists go by dates', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T19:59:00Z') });
  const booked = { status: 'filled', confirmed: true } as const;
  const lists = {
    upcoming: [
      openVacancy({ ...booked, id: 12, description: 'Fractions' }),
      openVacancy({ ...booked, id: 13, description: 'Decimals', date: '2026-11-30' }),
    ],
    past: [openVacancy({ ...booked, id: 11, description: 'Sums', date: '2026-11-16' })],
  };
  answerCalls('', (_body, path, query) => {
    if (path !== '/api/vacancies') return [];
    if (query.get('past')) return lists.past;
    return query.get('status') === 'filled' ? lists.upcoming : [];
  });
  show(<MyAssignments />, openQueries({ id: 7, schools: [], isApproved: false }));
  const cards = () => [...document.querySelectorAll('article h3')].map(({ textContent }) => textContent);
  await see(() => cards().join() === 'Fractions,Decimals');
  vi.setSystemTime('2026-11-23T20:00:00Z');
  document.dispatchEvent(new Event('visibilitychange'));
  await see(() => cards().join() === 'Decimals');
  const counts = [...document.querySelectorAll('[role=tab]')].map(({ textContent }) =>
    textContent.replaceAll(/\D/g, ''),
  );
  expect(counts).toEqual(['1', '0', '2']);
  await press('Past');
  await see(() => cards().join() === 'Fractions,Sums');
});

test('after the last request is withdrawn, its outcome stays where the request was', async () => {
  let requests = [
    openVacancy({ id: 21, date: '2099-11-23', status: 'pending_approval', requestedById: 7, can: ['withdraw'] }),
  ];
  answerCalls('', (_body, path, query) => {
    if (path.endsWith('/withdraw')) {
      requests = [];
      return openVacancy({ id: 21 });
    }
    return path === '/api/vacancies' && query.get('status') === 'pending_approval' ? requests : [];
  });
  show(<MyAssignments />, openQueries({ id: 7, schools: [], isApproved: false }));
  await press('Withdraw');
  await says('You withdrew your request.');
  await see(() => document.querySelector('[aria-selected=true]')?.textContent.startsWith('Requested'));
  await see(() => document.querySelector('[aria-selected=true]')?.textContent.endsWith('0'));
  expect(document.body.innerText).toContain('You withdrew your request.');
});
