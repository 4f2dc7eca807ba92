import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '#web/api/errors.ts';
import { deviceOf } from '#web/screens/shared/profile/device.ts';
import { type PushStanding, pushStanding } from '#web/device/push.ts';
import { pushQuery, useTurnOff, useTurnOn } from '#web/screens/shared/profile/push.ts';
import { useSession } from '#web/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Loading, Skeleton } from '#web/ui/loading.tsx';
import { ErrorState } from '#web/ui/page-state.tsx';

/** Turning pushes on and off in the browser at hand. Permission is asked for by nothing but this button. */
export function PushSettings() {
  const push = useQuery(pushQuery);
  const others = push.data?.devices.filter(({ isCurrent }) => !isCurrent) ?? [];
  return (
    <section className="grid gap-3 p-5 max-md:p-4" aria-labelledby="push-settings">
      <h3 id="push-settings">Notices on this device</h3>
      {push.isError && push.data === undefined ? (
        <ErrorState
          title="Your devices could not be loaded"
          level={3}
          onRetry={() => void push.refetch()}
          retrying={push.isFetching}
        >
          {sentenceOf(push.error)}
        </ErrorState>
      ) : (
        <Loading
          when={push.data === undefined}
          label="Loading your devices"
          skeleton={<Skeleton className="h-5 w-full max-w-64 rounded-tag" />}
        >
          {() => (push.data === undefined ? null : <Here publicKey={push.data.publicKey} isOn={push.data.isOnHere} />)}
        </Loading>
      )}
      {others.length > 0 ? (
        <p className="text-meta">
          They also come to: {others.map(({ userAgent }) => deviceOf(userAgent)).join(', ')}. Signing out there ends
          them.
        </p>
      ) : null}
    </section>
  );
}

const why: Record<Exclude<PushStanding, 'able'>, string> = {
  denied:
    'This browser does not allow FirstBell to show notices. You can change that in the browser, in its settings for this site, and then load this page again.',
  install:
    'On an iPhone or iPad, first add FirstBell to the Home Screen (Share, then “Add to Home Screen”), open it from there, and turn notices on here.',
  unable: 'This browser cannot show notices of a website. Email and text messages reach you all the same.',
};

function Here({ publicKey, isOn }: { publicKey: string; isOn: boolean }) {
  const { id } = useSession();
  const [standing, setStanding] = useState(pushStanding);
  const turnOn = useTurnOn(id);
  const turnOff = useTurnOff();
  const ask = () => {
    // Whoever is asked may say no, and from then on the browser says it for them.
    if (!turnOn.isPending) turnOn.mutate(publicKey, { onSettled: () => setStanding(pushStanding()) });
  };
  if (standing !== 'able') return <p role="status">{why[standing]}</p>;
  // One button, which stays where it is: the keyboard goes on from it.
  return (
    <>
      <p>
        {isOn
          ? 'This device shows what you ticked under “Push”, as long as you are signed in on it.'
          : 'A short notice on the screen, also while FirstBell is closed: what you ticked under “Push”. Of the vacancies offered to you, only urgent ones and those for today. Your browser will ask you to allow it.'}
      </p>
      <p role="status" className="empty:hidden">
        {!isOn && turnOn.data === null ? 'You have not allowed it, so nothing has changed.' : ''}
      </p>
      <div>
        <Button pending={turnOn.isPending || turnOff.isPending} onClick={isOn ? () => turnOff.mutate() : ask}>
          {isOn ? 'Turn notices off' : 'Turn notices on'}
        </Button>
      </div>
    </>
  );
}
