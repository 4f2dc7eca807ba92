import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
import { deletePushDevice, getPush, putPushDevice } from '#contract/push.ts';
import { call } from '#web/api/client.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { useCommand } from '#web/api/use-command.ts';
import { currentSubscription, forgetDevice, subscribe } from '#web/device/push.ts';
import { showToast } from '#web/ui/toast.ts';

type Push = ReplyOf<typeof getPush>;

/** The browsers that receive push, and whether this one is among them, according to both the server and the browser. */
export const pushQuery = queryOptions({
  queryKey: ['push'],
  queryFn: async ({ signal }) => withBrowser(await call(getPush, { signal })),
});

async function withBrowser(push: Push): Promise<Push & { isOnHere: boolean }> {
  const isSubscribed = 'serviceWorker' in navigator && (await currentSubscription()) !== null;
  return { ...push, isOnHere: isSubscribed && push.devices.some(({ isCurrent }) => isCurrent) };
}

/** Turns push on in this browser, which asks for permission now. */
export function useTurnOn(userId: number) {
  const queries = useQueryClient();
  return useCommand({
    send: async (publicKey: string) => {
      const subscription = await subscribe(publicKey, userId);
      return subscription === null ? null : withBrowser(await call(putPushDevice, { body: subscription }));
    },
    onDone: (push) => {
      if (push === null) return;
      queries.setQueryData(pushQuery.queryKey, push);
      showToast({
        title: 'Notifications are on',
        text: 'You’ll get them on this device as long as you’re signed in on it.',
      });
    },
    failed: (error) => ({
      title: 'Notifications could not be turned on',
      text:
        error instanceof ApiError
          ? sentenceOf(error)
          : 'Your browser couldn’t reach its push service. Try again later.',
    }),
  });
}

/** Turns push off in this browser. */
export function useTurnOff() {
  const queries = useQueryClient();
  return useCommand({
    send: async () => {
      const push = await call(deletePushDevice);
      await forgetDevice();
      return { ...push, isOnHere: false };
    },
    toast: { title: 'Notifications are off', text: 'You won’t get any more on this device.' },
    onDone: (push) => queries.setQueryData(pushQuery.queryKey, push),
    failed: 'Update failed',
  });
}
