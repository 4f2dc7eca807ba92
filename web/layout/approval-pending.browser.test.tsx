import { expect, test } from 'vitest';
import { ApprovalPendingPage } from '#web/layout/approval-pending.tsx';
import { openQueries, says, show } from '#test/screen.tsx';

const teacher = {
  id: 7,
  username: 'nina',
  fullName: 'Nina New',
  role: 'teacher',
  isApproved: false,
  schools: [{ id: 3, name: 'Hilo High' }],
};

test('a rejected teacher isn’t told to wait for a decision', async () => {
  show(<ApprovalPendingPage />, openQueries({ ...teacher, isRejected: true }));
  await says('An administrator of Hilo High didn’t approve your account. They can still approve it.');
  await says('Ask the school if you think it’s a mistake');
  expect(document.body.innerText).not.toContain('Usually within one school day.');
});

test('a teacher who waits is', async () => {
  show(<ApprovalPendingPage />, openQueries(teacher));
  await says('An administrator of Hilo High must approve your account');
  await says('Usually within one school day.');
});
