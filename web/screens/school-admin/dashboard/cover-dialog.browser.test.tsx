import { expect, test } from 'vitest';
import { CoverDialog } from '#web/screens/school-admin/dashboard/cover-dialog.tsx';
import type { CoverPlan } from '#web/screens/school-admin/dashboard/cover-queries.ts';
import { answerCalls, see, show } from '#test/screen.tsx';

const plan: CoverPlan = {
  isSetUp: true,
  hasTimetable: true,
  date: '2026-12-02',
  schedule: null,
  periods: [
    {
      vacancyId: 12,
      teacherId: 3,
      teacherName: 'David Torres',
      period: '1',
      start: '08:00',
      end: '08:50',
      title: 'Biology',
      room: null,
      size: null,
      isCovered: false,
      isOver: false,
      covers: [],
      proposedId: 9,
    },
  ],
  colleagues: [
    {
      id: 9,
      fullName: 'Maya Okafor',
      month: 0,
      year: 0,
      isVolunteer: false,
      free: ['1'],
      saidNo: [],
      obstacles: [],
      isAsked: true,
      isSubstitute: false,
    },
  ],
};

test('requests can be sent only once the plan is shown', async () => {
  const answer = Promise.withResolvers<CoverPlan>();
  answerCalls('/cover/plan', () => answer.promise);
  show(<CoverDialog of={{ date: plan.date }} onClose={() => undefined} />);
  await see(() => document.querySelector('[data-loads] .card'));
  answer.resolve(plan);
  const send = () => document.querySelector<HTMLButtonElement>('dialog [type="submit"]:enabled');
  expect((await see(send)).textContent).toContain('Send 1 request');
  expect(document.querySelector('dialog select'), 'the plan').not.toBeNull();
});
