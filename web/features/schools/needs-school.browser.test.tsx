import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Hours } from '#web/screens/school-admin/hours/hours.tsx';
import { ManageTeachers } from '#web/screens/school-admin/manage-teachers/manage-teachers.tsx';
import { SchoolPendingApprovals } from '#web/screens/school-admin/pending-approvals/pending-approvals.tsx';
import { AuditLog } from '#web/screens/shared/audit-log/audit-log.tsx';
import { answerCalls, openQueries, show } from '#test/screen.tsx';

test.each([
  ['Hours', Hours],
  ['Manage Teachers', ManageTeachers],
  ['Pending Approvals', SchoolPendingApprovals],
  ['Audit Log', AuditLog],
])('without a school, %s offers nothing that can’t work, and says what to do', async (title, Screen) => {
  answerCalls('', () => {
    throw new Error('The screen made a call.');
  });
  show(<Screen />, openQueries({ id: 7, role: 'school_admin', schoolId: null, schools: [] }));
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
  await expect.element(page.getByText(/The platform owner can appoint you to one\. Until then/)).toBeVisible();
  expect(document.querySelectorAll('button')).toHaveLength(0);
});
