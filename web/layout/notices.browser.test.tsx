import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Notices } from '#web/layout/notices.tsx';
import { answerCalls, openQueries, show } from '#test/screen.tsx';

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
