import type { QueryClient } from '@tanstack/react-query';
import type { SessionUser } from '#contract/session.ts';
import { putPushDevice } from '#contract/push.ts';
import { call } from '#web/api/client.ts';
import { keepAssignments } from '#web/layout/offline/keep-assignments.ts';
import { currentSubscription, deviceOwner, forgetDevice, registerDevice } from '#web/device/push.ts';
import { navigate } from '#web/navigation/location.ts';
import { whenIdle } from '#web/ui/when-idle.ts';

/**
 * Runs from sign-in on: tapped notifications open their page here, the server links this browser's push subscription to
 * this possibly new session, navigations without a connection get our own page, and a substitute's assignments are
 * stored on it. Another person's data here is removed. Returns a function that stops it.
 */
export function keepDevice(queries: QueryClient, user: SessionUser): () => void {
  if (!('serviceWorker' in navigator)) return () => {};
  const owner = deviceOwner();
  const others = owner !== null && owner !== String(user.id) ? forgetDevice() : Promise.resolve();
  // This runs even if push is off, because people may turn it on while this page is open.
  navigator.serviceWorker.addEventListener('message', listen);
  let stopKeeping = () => {};
  let isStopped = false;
  const begin = async () => {
    await others;
    await registerDevice(user.id, () => !isStopped);
    if (isStopped) return;
    if (user.role === 'substitute') stopKeeping = keepAssignments(queries, user);
    const subscription =
      'Notification' in window && Notification.permission === 'granted' ? await currentSubscription() : null;
    if (subscription !== null) await call(putPushDevice, { body: subscription });
  };
  // No one waits for this, so the screen loads first.
  const takeBack = whenIdle(() => {
    void begin().catch(() => {
      // The next page retries.
    });
  });
  return () => {
    isStopped = true;
    takeBack();
    stopKeeping();
    navigator.serviceWorker.removeEventListener('message', listen);
  };
}

function listen({ data }: MessageEvent<unknown>): void {
  if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'open') return;
  if ('path' in data && typeof data.path === 'string' && data.path.startsWith('/dashboard')) navigate(data.path);
}
