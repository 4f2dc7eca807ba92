/** What this browser makes of pushes: it can, it was told not to, it cannot, or only once FirstBell is on its home screen. */
export type PushStanding = 'able' | 'denied' | 'unable' | 'install';

// For whom this browser takes pushes and keeps what stands without a connection. Where it says nothing, it does neither.
const ownerKey = 'firstbell-device';

/** What of somebody's assignments is kept in this browser, by the name of its cache. */
export const offlineCache = 'firstbell-offline';

/** The id of whoever this browser keeps something for, as text; null for nobody. */
export function deviceOwner(): string | null {
  try {
    return localStorage.getItem(ownerKey);
  } catch {
    // Storage may be forbidden; then pushes end with each sign-in.
    return null;
  }
}

function setDeviceOwner(userId: number | null): void {
  try {
    if (userId === null) localStorage.removeItem(ownerKey);
    else localStorage.setItem(ownerKey, String(userId));
  } catch {
    // As above.
  }
}

/** What is possible here. Only on an iPhone or iPad must a page be installed first (iOS 16.4). */
export function pushStanding(): PushStanding {
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (isAble) return Notification.permission === 'denied' ? 'denied' : 'able';
  return /\b(?:iPhone|iPad)\b/.test(navigator.userAgent) ||
    (/\bMacintosh\b/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
    ? 'install'
    : 'unable';
}

/** A subscription as the server takes it. */
export type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } };

/** What this browser is subscribed with, or null. */
export async function currentSubscription(): Promise<Subscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  const subscription = await registration?.pushManager.getSubscription();
  return subscription ? described(subscription) : null;
}

/**
 * Subscribes this browser for `userId` to pushes that are signed by this key; it asks for permission where it has none
 * yet. Null where whoever was asked said no.
 *
 * @throws where the browser, or its push service, cannot.
 */
export async function subscribe(publicKey: string, userId: number): Promise<Subscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const isOwn = deviceOwner() === String(userId);
  const { pushManager } = await registerDevice(userId);
  const known = await pushManager.getSubscription();
  // One that was made for another key, or for somebody else, is of no use.
  if (known !== null && (!isOwn || !isFor(known, publicKey))) await known.unsubscribe();
  return described(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }));
}

/** Runs FirstBell's service worker in this browser from now on, for this person. */
export async function registerDevice(userId: number): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
  setDeviceOwner(userId);
  return navigator.serviceWorker.ready;
}

/**
 * Ends what this browser does and keeps for somebody: its subscription, so that nothing more reaches it, whatever is
 * under way; the notices on the screen; the assignments for when there is no connection.
 */
export async function forgetDevice(): Promise<void> {
  setDeviceOwner(null);
  await caches.delete(offlineCache);
  const registration = await navigator.serviceWorker.getRegistration('/');
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  for (const notice of (await registration?.getNotifications()) ?? []) notice.close();
}

function described(subscription: PushSubscription): Subscription {
  const { endpoint = '', keys } = subscription.toJSON();
  return { endpoint, keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } };
}

function isFor(subscription: PushSubscription, publicKey: string): boolean {
  const key = subscription.options.applicationServerKey;
  if (key === null) return false;
  const text = btoa(String.fromCharCode(...new Uint8Array(key)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === publicKey;
}
