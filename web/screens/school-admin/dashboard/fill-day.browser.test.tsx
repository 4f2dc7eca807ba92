import { expect, test } from 'vitest';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { planDay } from '#contract/day-plan.ts';
import { FillDay } from '#web/screens/school-admin/dashboard/fill-day.tsx';
import { answerCalls, press, says, see, show } from '#test/screen.tsx';

const plan: ReplyOf<typeof planDay> = {
  lines: [
    {
      vacancyId: 12,
      version: 1,
      date: '2026-12-02',
      startTime: '08:00',
      endTime: '15:00',
      description: 'Kindergarten',
      teacherName: 'David Torres',
      isUrgent: false,
      days: null,
      others: [],
      proposed: {
        id: 9,
        fullName: 'Daniel Reyes',
        profileImageUrl: null,
        reasons: [],
        timesWithTeacher: 0,
        timesHere: 0,
        noShowOn: null,
        offered: null,
      },
      alternatives: [],
    },
  ],
  more: 0,
};

test('a day without uncovered classes has only Close', async () => {
  answerCalls('', () => ({ lines: [], more: 0 }));
  show(<FillDay date="2026-12-02" onClose={() => undefined} />);
  await see(
    () =>
      [...document.querySelectorAll('dialog footer button')].map(({ textContent }) => textContent).join() === 'Close',
  );
});

test('a plan stays on the screen when the connection drops while it is sent', async () => {
  let isOffline = false;
  answerCalls<object>('', (_body, path) => {
    if (isOffline) throw new TypeError('Failed to fetch');
    expect(path).toBe('/api/board/plan');
    return plan;
  });
  const queries = show(<FillDay date="2026-12-02" onClose={() => expect.fail('It closed.')} />);
  await says('Kindergarten');
  isOffline = true;
  document.querySelector<HTMLElement>('dialog footer button:nth-last-of-type(2)')?.focus();
  await press('Assign 1');
  await says('Nothing was sent');
  await queries.refetchQueries();
  expect([
    document.body.innerText.includes('Kindergarten'),
    document.querySelectorAll('[role=alert] p').length,
  ]).toEqual([true, 2]);
  expect(document.activeElement?.textContent).toContain('Assign');
});

test('a plan can be sent only once it is shown', async () => {
  const answer = Promise.withResolvers<object>();
  answerCalls('/board/plan', () => answer.promise);
  show(<FillDay date="2026-12-02" onClose={() => undefined} />);
  await see(() => document.querySelector('[data-loads] .card'));
  answer.resolve(plan);
  await see(() => document.querySelector('dialog footer')?.textContent.includes('Assign 1'));
  expect(document.body.innerText).toContain('Daniel Reyes');
});
