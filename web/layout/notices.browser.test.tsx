import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderNotice } from '#domain/notice.ts';
import { Notices } from '#web/layout/notices.tsx';
import { answerCalls, openQueries, says, show } from '#test/screen.tsx';

const notice = {
  id: 5,
  kind: 'message',
  title: 'Early dismissal',
  body: 'School ends at noon.',
  path: null,
  isUrgent: false,
  gone: null,
  createdAt: '2026-11-23T09:30:00Z',
  readAt: '2026-11-23T09:40:00Z',
};

test('a notification shows its time at the reader’s school', async () => {
  answerCalls('/notices', () => [notice]);
  show(<Notices />, openQueries({ id: 7, schools: [{ id: 3, name: 'Hilo High', timeZone: 'Pacific/Honolulu' }] }));
  await expect.element(page.getByText('November 22, 2026 at 11:30 PM')).toBeVisible();
});

test('a page that was opened before an upgrade shows notifications of new kinds, too', async () => {
  answerCalls('/notices', () => [{ ...notice, kind: 'report_card_ready' }]);
  show(<Notices />);
  await expect.element(page.getByText('Early dismissal')).toBeVisible();
});

test('a notification about a class says what happened, without a cut list of its facts', async () => {
  const body = 'Ann Lee just posted a vacancy for today.\n\nURGENT\nMath, grade 4\nDate: November 23, 2026';
  answerCalls('/notices', () => [{ ...notice, kind: 'vacancy_posted', title: 'Substitute needed today', body }]);
  show(<Notices />);
  await expect.element(page.getByText('Ann Lee just posted a vacancy for today.', { exact: true })).toBeVisible();
});

test('a notification about an account begins with what happened, and a message keeps its greeting', async () => {
  const { title, body } = renderNotice('account_approved', { to: 'teacher', name: 'Ann Lee', school: 'Hilo High' });
  answerCalls('/notices', () => [
    { ...notice, id: 6, kind: 'account_approved', title, body },
    { ...notice, body: 'Hello Ann,\nschool ends at noon.' },
  ]);
  show(<Notices />);
  await says('Hello Ann, school ends at noon.');
  expect(body).toContain('Hello Ann Lee,');
  expect(document.body.innerText).not.toContain('Hello Ann Lee,');
  expect(document.body.innerText).toContain('Your account has been approved at Hilo High.');
});
