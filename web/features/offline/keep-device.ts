import type { QueryClient } from '@tanstack/react-query';
import type { SessionUser } from '#contract/session.ts';
import { putPushDevice } from '#contract/push.ts';
import { call } from '#web/api/client.ts';
import { keepAssignments } from '#web/features/offline/keep-assignments.ts';
import { currentSubscription, deviceOwner, forgetDevice, registerDevice } from '#web/device/push.ts';
import { navigate } from '#web/navigation/location.ts';

/**
 * For browsers with push on, or in which a substitute installed FirstBell: tapped notifications open their page here,
 * the server links the subscription to this possibly new session, and a substitute's assignments are stored for offline
 * use. Another person's data here is removed. Returns a function that stops it.
 */
export function keepDevice(queries: QueryClient, user: SessionUser): () => void {
  if (!('serviceWorker' in navigator)) return () => {};
  const owner = deviceOwner();
  const isOwn = owner === String(user.id);
  const keeps = user.role === 'substitute' && (isOwn || matchMedia('(display-mode: standalone)').matches);
  const others = owner !== null && !isOwn ? forgetDevice() : Promise.resolve();
  // Even if push is still off: it may be turned on while this page is open.
  navigator.serviceWorker.addEventListener('message', listen);
  const stopListening = () => navigator.serviceWorker.removeEventListener('message', listen);
  if (!isOwn && !keeps) {
    void others.catch(() => {});
    return stopListening;
  }
  let stopKeeping = () => {};
  let isStopped = false;
  const begin = async () => {
    await others;
    await registerDevice(user.id);
    if (keeps && !isStopped) stopKeeping = keepAssignments(queries);
    const subscription =
      'Notification' in window && Notification.permission === 'granted' ? await currentSubscription() : null;
    if (subscription !== null) await call(putPushDevice, { body: subscription });
  };
  void begin().catch(() => {
    // The next page retries.
  });
  return () => {
    isStopped = true;
    stopKeeping();
    stopListening();
  };
}

function listen({ data }: MessageEvent<unknown>): void {
  if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'open') return;
  if ('path' in data && typeof data.path === 'string' && data.path.startsWith('/dashboard')) navigate(data.path);
}
