import { useQuery, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#contract/endpoint.ts';
import { deletePushDevice, getPush, putPushDevice } from '#contract/push.ts';
import { call } from '#web/api/client.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { Loaded } from '#web/api/loaded.tsx';
import { useCommand } from '#web/api/use-command.ts';
import { deviceOf } from '#web/screens/shared/profile/device.ts';
import { type PushStanding, pushStanding, currentSubscription, forgetDevice, subscribe } from '#web/device/push.ts';
import { useSession } from '#web/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { showToast } from '#web/ui/toast.ts';

type Push = ReplyOf<typeof getPush>;

/** The browsers that receive push, and whether this one is among them, according to both the server and the browser. */
const pushQuery = queryOptions({
  queryKey: ['push'],
  queryFn: async ({ signal }) => withBrowser(await call(getPush, { signal })),
});

async function withBrowser(push: Push): Promise<Push & { isOnHere: boolean }> {
  const isSubscribed = 'serviceWorker' in navigator && (await currentSubscription()) !== null;
  return { ...push, isOnHere: isSubscribed && push.devices.some(({ isCurrent }) => isCurrent) };
}

/** Turns push on in this browser, which asks for permission now. */
function useTurnOn(userId: number) {
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
function useTurnOff() {
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

/** Turns push on and off in this browser. Only this button asks for permission. */
export function PushSettings() {
  const push = useQuery(pushQuery);
  const others = push.data?.devices.filter(({ isCurrent }) => !isCurrent) ?? [];
  return (
    <section className="grid gap-3 p-5 max-md:p-4" aria-labelledby="push-settings">
      <h3 id="push-settings">Notifications on this device</h3>
      <Loaded
        query={push}
        what="your devices"
        level={3}
        skeleton={<Skeleton className="h-5 w-full max-w-64 rounded-tag" />}
      >
        {({ publicKey, isOnHere }) => <Here publicKey={publicKey} isOn={isOnHere} />}
      </Loaded>
      {others.length > 0 ? (
        <p className="text-meta">
          You also get them on: {others.map(({ userAgent }) => deviceOf(userAgent)).join(', ')}. Signing out there stops
          them.
        </p>
      ) : null}
    </section>
  );
}

const why: Record<Exclude<PushStanding, 'able'>, string> = {
  denied:
    'Your browser doesn’t allow FirstBell to show notifications. You can change that in the browser’s settings for this site. Then reload this page.',
  install:
    'On an iPhone or iPad, first add FirstBell to the Home Screen (Share, then “Add to Home Screen”), open it from there, and turn on notifications here.',
  unable: 'Your browser can’t show a website’s notifications. You’ll still get email and text messages.',
};

function Here({ publicKey, isOn }: { publicKey: string; isOn: boolean }) {
  const { id } = useSession();
  const [standing, setStanding] = useState(pushStanding);
  const turnOn = useTurnOn(id);
  const turnOff = useTurnOff();
  const ask = () => {
    // If the person declines, the browser remembers it.
    if (!turnOn.isPending) turnOn.mutate(publicKey, { onSettled: () => setStanding(pushStanding()) });
  };
  if (standing !== 'able') return <p role="status">{why[standing]}</p>;
  // One button that stays in place, so keyboard focus isn't lost.
  return (
    <>
      <p>
        {isOn
          ? 'This device shows what you checked under “Push” as long as you’re signed in on it.'
          : 'Short notifications on your screen, even while FirstBell is closed, about the topics you checked under “Push”. Vacancies offered to you are included only if they’re urgent or for today. Your browser will ask you to allow them.'}
      </p>
      <p role="status" className="empty:hidden">
        {!isOn && turnOn.data === null ? 'You didn’t allow notifications, so nothing has changed.' : ''}
      </p>
      <div>
        <Button pending={turnOn.isPending || turnOff.isPending} onClick={isOn ? () => turnOff.mutate() : ask}>
          {isOn ? 'Turn off notifications' : 'Turn on notifications'}
        </Button>
      </div>
    </>
  );
}
