// Runs in the background once a person has signed in with this browser. It shows push notifications, opens their page
// when they are tapped, and answers a navigation without a connection with the last known assignments, or with a page
// that says so. It doesn't intercept or cache anything else: pages, files and calls go to the server. It has no imports.
// The declarations below cover the APIs it uses, because TypeScript's types for service workers and pages can't be
// combined in one program.
type Extendable = Event & { waitUntil(work: Promise<unknown>): void };
type Navigation = Event & {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
};
type Pushed = Extendable & { data: { json(): unknown } | null };
type Tapped = Extendable & { notification: Notification };
type Renewed = Extendable & { oldSubscription?: PushSubscription | null; newSubscription?: PushSubscription | null };
type Window = { url: string; focus(): Promise<unknown>; postMessage(message: object): void };
type Scope = {
  registration: ServiceWorkerRegistration;
  location: Location;
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window' }): Promise<readonly Window[]>;
    openWindow(address: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void;
  addEventListener(type: 'fetch', listener: (event: Navigation) => void): void;
  addEventListener(type: 'push', listener: (event: Pushed) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: Tapped) => void): void;
  addEventListener(type: 'pushsubscriptionchange', listener: (event: Renewed) => void): void;
};
// Where this runs, 'self' is that scope and no window.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const scope = self as unknown as Scope;

const icon = '/icons/icon-192.png';
const badge = '/icons/badge-96.png';

scope.addEventListener('install', () => void scope.skipWaiting());
scope.addEventListener('activate', (event) => event.waitUntil(begin()));

async function begin(): Promise<void> {
  // The page is requested while the worker wakes up, not after.
  if ('navigationPreload' in scope.registration) await scope.registration.navigationPreload.enable();
  await scope.clients.claim();
}

scope.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(load(event));
});

/** A page from the server, or when offline, what web/layout/offline has stored, else the page below. */
async function load({ request, preloadResponse }: Navigation): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    const kept = (await caches.has('firstbell-offline'))
      ? await (await caches.open('firstbell-offline')).match('/offline')
      : undefined;
    return kept ?? new Response(offlinePage, { headers: { 'content-type': 'text/html; charset=utf-8' } });
  }
}

/** The offline page without stored data: in this file, because nothing else can be fetched. */
const offlinePage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<title>You’re offline · FirstBell</title>
<style>
:root{color-scheme:light dark;--canvas:#f7f7f4;--ink:#1b1f27;--ink-2:#4b5260;--accent:#2450c8}
@media (prefers-color-scheme:dark){:root{--canvas:#0d1116;--ink:#eceef2;--ink-2:#aab0bb;--accent:#9db9ff}}
body{margin:0;padding:1.5rem 1rem;background:var(--canvas);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{max-width:36rem;margin:0 auto}h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem}p{margin:.25rem 0;color:var(--ink-2)}
a{display:inline-flex;align-items:center;min-height:44px;color:var(--accent);font-weight:600}
</style>
</head>
<body>
<main>
<h1>You’re offline</h1>
<p role="status">FirstBell can’t be reached right now. Check your connection, then try again.</p>
<p><a href="">Try again</a></p>
</main>
</body>
</html>
`;

scope.addEventListener('push', (event) => event.waitUntil(show(event)));

/** Shows a push notification. Browsers require that something is shown, so an unreadable push shows a generic one. */
async function show({ data }: Pushed): Promise<void> {
  const said = parsed(data);
  const text = (name: string, otherwise: string) => {
    const value = said[name];
    return typeof value === 'string' ? value : otherwise;
  };
  await scope.registration.showNotification(text('title', 'You have a new notification'), {
    body: text('body', ''),
    icon,
    badge,
    // The same tag replaces an existing notification, so a duplicate is shown once.
    tag: text('mark', 'notice'),
    requireInteraction: said['isUrgent'] === true,
    data: text('path', '/'),
  });
}

function parsed(data: Pushed['data']): Record<string, unknown> {
  try {
    const said = data?.json();
    return typeof said === 'object' && said !== null ? { ...said } : {};
  } catch {
    return {};
  }
}

scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const path: unknown = event.notification.data;
  event.waitUntil(open(typeof path === 'string' ? path : '/'));
});

/**
 * Brings an open dashboard to the front and asks it to navigate itself, so typed text isn't lost without a question.
 * Opens one if there is none.
 */
async function open(path: string): Promise<unknown> {
  const to = new URL(path, scope.location.origin);
  const address = to.origin === scope.location.origin ? `${to.pathname}${to.search}` : '/';
  const windows = await scope.clients.matchAll({ type: 'window' });
  const dashboard = windows.find(({ url }) => new URL(url).pathname.startsWith('/dashboard'));
  if (dashboard === undefined) return scope.clients.openWindow(address);
  // A window's own postMessage needs a target; this is a service worker's to its client, of one origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  dashboard.postMessage({ type: 'open', path: address });
  return dashboard.focus();
}

// The browser renewed its subscription. Sends it to the server if a person is signed in.
scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));

async function renew({ oldSubscription, newSubscription }: Renewed): Promise<void> {
  const subscription =
    newSubscription ??
    (oldSubscription ? await scope.registration.pushManager.subscribe(oldSubscription.options) : null);
  if (subscription === null) return;
  const { endpoint, keys } = subscription.toJSON();
  await fetch('/api/push/device', {
    method: 'PUT',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  });
}
