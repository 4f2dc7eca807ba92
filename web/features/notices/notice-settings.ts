import { notifyManager, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf, Sent } from '#contract/endpoint.ts';
import { getNoticeSettings, putNoticeSettings } from '#contract/notice-settings.ts';
import { confirmSms, endSms, startSms } from '#contract/sms.ts';
import { call } from '#web/api/client.ts';
import { reading } from '#web/api/reading.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { useCommand } from '#web/api/use-command.ts';
import { phoneInWords } from '#web/words/phone.ts';

export type NoticeSettings = ReplyOf<typeof getNoticeSettings>;

/** The user's notification settings. */
export const noticeSettingsQuery = reading(['notice-settings'], getNoticeSettings);

type KeptSettings = Sent<typeof putNoticeSettings>['body'];

let earlier: Promise<unknown> = Promise.resolve();

/** Sends a change once the one before it has been answered: two at the same time could be stored in the wrong order. */
function sendInOrder(body: KeptSettings) {
  const sent = earlier.then(() => call(putNoticeSettings, { body }));
  earlier = sent.catch(() => {});
  return sent;
}

/** Saves a change. `onSettled` is called when that is done or has failed. */
export function useKeepSettings(onSettled?: (sent: KeptSettings) => void) {
  const queries = useQueryClient();
  return useCommand({
    send: sendInOrder,
    toast: { title: 'Notification settings saved' },
    onDone: (settings, sent) => {
      // A refetch that began before the change would show the previous settings again.
      void queries.cancelQueries({ queryKey: noticeSettingsQuery.queryKey });
      queries.setQueryData(noticeSettingsQuery.queryKey, settings);
      // The settings reach the screen in a later task. Until then, it shows what the person chose.
      notifyManager.schedule(() => onSettled?.(sent));
    },
    failed: (error, sent) => {
      onSettled?.(sent);
      return { title: 'Update failed', text: sentenceOf(error) };
    },
  });
}

/** Consents to SMS at a number. A code is sent there. */
export function useStartSms() {
  return useCommand({ send: (phone: string) => call(startSms, { body: { phone, agreed: true } }) });
}

/** Verifies the number with its code. */
export function useConfirmSms() {
  const queries = useQueryClient();
  return useCommand({
    send: (code: string) => call(confirmSms, { body: { code } }),
    toast: ({ number }) => ({ title: 'Text messages are on', text: `They go to ${phoneInWords(number)}.` }),
    changes: ['profile'],
    onDone: ({ number }) =>
      queries.setQueryData(noticeSettingsQuery.queryKey, (before) => before && { ...before, smsNumber: number }),
  });
}

/** Ends SMS to the user. */
export function useEndSms() {
  const queries = useQueryClient();
  return useCommand({
    send: () => call(endSms),
    toast: { title: 'Text messages are off' },
    changes: ['profile'],
    onDone: () =>
      queries.setQueryData(noticeSettingsQuery.queryKey, (before) => before && { ...before, smsNumber: null }),
    failed: 'Update failed',
  });
}
