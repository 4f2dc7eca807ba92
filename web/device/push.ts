/**
 * Push support in this browser: available, denied, unsupported, or available only once FirstBell is on the home screen.
 */
export type PushStanding = 'able' | 'denied' | 'unable' | 'install';

// The user for whom this browser receives push and stores offline data. If none is set, it does neither.
const ownerKey = 'firstbell-device';

/** The name of the cache with a person's assignments. */
export const offlineCache = 'firstbell-offline';

/** Returns the id of the user for whom this browser stores something, as text. Returns null for none. */
export function deviceOwner(): string | null {
  try {
    return localStorage.getItem(ownerKey);
  } catch {
    // Storage may be disabled. Then push ends with each sign-in.
    return null;
  }
}

function setDeviceOwner(userId: number | null): void {
  try {
    if (userId === null) localStorage.removeItem(ownerKey);
    else localStorage.setItem(ownerKey, String(userId));
  } catch {
    // Storage may be disabled, as above.
  }
}

/** Push support in this browser. Only on an iPhone or iPad must the page be installed first (iOS 16.4). */
export function pushStanding(): PushStanding {
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (isAble) return Notification.permission === 'denied' ? 'denied' : 'able';
  return /\b(?:iPhone|iPad)\b/.test(navigator.userAgent) ||
    (/\bMacintosh\b/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
    ? 'install'
    : 'unable';
}

/** A subscription in the server's format. */
export type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } };

/** This browser's subscription, or null. */
export async function currentSubscription(): Promise<Subscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  const subscription = await registration?.pushManager.getSubscription();
  return subscription ? described(subscription) : null;
}

/**
 * Subscribes this browser for `userId` to push signed with this key, and asks for permission if necessary. Returns null
 * if the person declined.
 *
 * @throws if the browser, or its push service, fails.
 */
export async function subscribe(publicKey: string, userId: number): Promise<Subscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const isOwn = deviceOwner() === String(userId);
  const { pushManager } = await registerDevice(userId);
  const known = await pushManager.getSubscription();
  // A subscription for another key or another person can't be used.
  if (known !== null && (!isOwn || !isFor(known, publicKey))) await known.unsubscribe();
  return described(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }));
}

/**
 * Registers FirstBell's service worker in this browser, for this person, unless `isWanted` returns false by then: they
 * may have logged out in the meantime.
 */
export async function registerDevice(userId: number, isWanted = () => true): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
  if (isWanted()) setDeviceOwner(userId);
  return navigator.serviceWorker.ready;
}

/**
 * Removes everything that this browser does and stores for a person: its subscription, so nothing more arrives, the
 * notifications on the screen, and the offline assignments.
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
