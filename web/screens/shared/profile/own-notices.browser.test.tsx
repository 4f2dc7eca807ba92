import { notifyManager } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { channelNames } from '#domain/channel-names.ts';
import { noticeChannels } from '#domain/notice-topics.ts';
import type { User } from '#contract/person.ts';
import { noticeSettingsQuery, type NoticeSettings } from '#web/features/notices/notice-settings.ts';
import { OwnNotices } from '#web/screens/shared/profile/own-notices.tsx';
import { dismissToast, shownToast } from '#web/ui/toast.ts';
import { answerCalls, openQueries, says, see, show } from '#test/screen.tsx';

afterEach(() => dismissToast(shownToast()));

const settingsWith = (email: boolean): NoticeSettings => ({
  choices: [{ topic: 'messages', email, sms: false, push: false }],
  quietHours: { from: '21:00', to: '05:00', urgentMayDisturb: false },
  smsNumber: null,
  email: 'nina@example.org',
  isSetUp: { email: true, sms: true },
});

const mail = () => see(() => document.querySelector<HTMLInputElement>('[aria-label="Messages by mail"]'));

function open() {
  const queries = openQueries();
  queries.setQueryData(noticeSettingsQuery.queryKey, settingsWith(false));
  // The screen reads only these fields.
  return show(<OwnNotices user={{ id: 7, role: 'substitute', phone: '' } as User} />, queries);
}

/** Notes each state that React gives the checkbox. */
function noteStates(box: HTMLInputElement): boolean[] {
  const states: boolean[] = [];
  const checked = Object.getOwnPropertyDescriptor(box, 'checked');
  Object.defineProperty(box, 'checked', {
    ...checked,
    set: (state: boolean) => {
      states.push(state);
      checked?.set?.call(box, state);
    },
  });
  return states;
}

test('the channels have the same names as in the outbox', async () => {
  open();
  await mail();
  expect([...document.querySelectorAll('thead th')].map(({ textContent }) => textContent)).toEqual([
    'About',
    ...noticeChannels.map((channel) => channelNames[channel]),
  ]);
});

test('a changed channel never shows its previous setting again, however late the saved one reaches the screen', async () => {
  answerCalls('/notice-settings', () => settingsWith(true));
  open();
  const box = await mail();
  const states = noteStates(box);
  // As in a busy browser, which may run a timer after everything else.
  notifyManager.setScheduler((task) => setTimeout(task, 50));
  try {
    box.click();
    await says('Set quiet hours');
    await see(() => shownToast() !== null);
    await new Promise<void>((resolve) => notifyManager.schedule(resolve));
    await new Promise(requestAnimationFrame);
    expect(box.checked).toBe(true);
    expect(states).not.toContain(false);
  } finally {
    notifyManager.setScheduler((task) => setTimeout(task, 0));
  }
});

test('settings that were read before a change never replace the saved ones', async () => {
  const early = Promise.withResolvers<NoticeSettings>();
  answerCalls('/notice-settings', (body) => (body === null ? early.promise : settingsWith(true)));
  const queries = open();
  const box = await mail();
  const refreshed = queries.refetchQueries({ queryKey: noticeSettingsQuery.queryKey });
  box.click();
  await see(() => shownToast() !== null);
  early.resolve(settingsWith(false));
  await refreshed;
  await new Promise<void>((resolve) => notifyManager.schedule(resolve));
  await new Promise(requestAnimationFrame);
  expect(box.checked).toBe(true);
});

test('a channel that is checked and unchecked quickly is saved in that order', async () => {
  const first = Promise.withResolvers<NoticeSettings>();
  const sent: unknown[] = [];
  answerCalls('/notice-settings', (body) => {
    if (body === null) return settingsWith(false);
    sent.push(body);
    return sent.length === 1 ? first.promise : settingsWith(false);
  });
  open();
  const box = await mail();
  box.click();
  await see(() => sent.length > 0);
  box.click();
  await see(() => !box.checked);
  // The second would be sent by now.
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  expect(sent).toHaveLength(1);
  first.resolve(settingsWith(true));
  await see(() => sent.length === 2);
  await see(() => shownToast() !== null);
  expect(box.checked).toBe(false);
});
