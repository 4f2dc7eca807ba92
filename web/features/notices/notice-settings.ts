import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf, Sent } from '#contract/endpoint.ts';
import { getNoticeSettings, putNoticeSettings } from '#contract/notice-settings.ts';
import { confirmSms, endSms, startSms } from '#contract/sms.ts';
import { call } from '#web/api/client.ts';
import { reading } from '#web/api/reading.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { phoneInWords } from '#web/words/phone.ts';
import { showToast } from '#web/ui/toast.ts';

export type NoticeSettings = ReplyOf<typeof getNoticeSettings>;

/** The user's notification settings. */
export const noticeSettingsQuery = reading(['notice-settings'], getNoticeSettings);

type KeptSettings = Sent<typeof putNoticeSettings>['body'];

const failed = (error: unknown) => showToast({ title: 'Update failed', text: sentenceOf(error), destructive: true });

/** Saves a change. `onSettled` is called when that is done or has failed. */
export function useKeepSettings(onSettled?: (sent: KeptSettings) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: KeptSettings) => call(putNoticeSettings, { body }),
    onSuccess: (settings) => {
      queries.setQueryData(noticeSettingsQuery.queryKey, settings);
      showToast({ title: 'Notification settings saved' });
    },
    onError: failed,
    onSettled: (_saved, _error, sent) => onSettled?.(sent),
  });
}

/** Consents to SMS at a number. A code is sent there. */
export function useStartSms() {
  return useMutation({ mutationFn: (phone: string) => call(startSms, { body: { phone, agreed: true } }) });
}

/** Verifies the number with its code. */
export function useConfirmSms() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => call(confirmSms, { body: { code } }),
    onSuccess: ({ number }) => {
      queries.setQueryData(noticeSettingsQuery.queryKey, (before) => before && { ...before, smsNumber: number });
      showToast({ title: 'Text messages are on', text: `They go to ${phoneInWords(number)}.` });
    },
  });
}

/** Ends SMS to the user. */
export function useEndSms() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(endSms),
    onSuccess: () => {
      queries.setQueryData(noticeSettingsQuery.queryKey, (before) => before && { ...before, smsNumber: null });
      showToast({ title: 'Text messages are off' });
    },
    onError: failed,
  });
}
