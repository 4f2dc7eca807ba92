// Runs in the background once a person has signed in with this browser. It shows push notifications, opens their page
// when they are tapped, sends the answer to an offer when one of its buttons is tapped, and answers a navigation
// without a connection with the last known assignments, or with a page that says so. It doesn't intercept or cache
// anything else: pages, files and calls go to the server. It has no imports. The declarations below cover the APIs it
// uses, because TypeScript's types for service workers and pages can't be combined in one program.
type Extendable = Event & { waitUntil(work: Promise<unknown>): void };
type Navigation = Event & {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
};
type Pushed = Extendable & { data: { json(): unknown } | null };
type Tapped = Extendable & { notification: Notification; action: string };
/** An offer that can be answered from its notification: `PushOffer` in domain/push.ts. */
type Offer = {
  vacancyId: number;
  userId: number;
  label: 'Accept' | 'Request';
  date: string;
  startTime: string;
  endTime: string;
  /** Notifications from before this field existed don't have it. */
  together?: string | null;
};
/** The data that this worker stores in a notification. */
type Kept = { path: string; offer: Offer | null };
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
  // The browser requests the page while the worker starts, not afterward.
  if ('navigationPreload' in scope.registration) await scope.registration.navigationPreload.enable();
  await scope.clients.claim();
}

scope.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(load(event));
});

/**
 * Returns a page from the server. When the device is offline, returns the page that web/layout/offline stored, or
 * else the page below.
 */
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

/**
 * The offline page without stored data: in this file, because nothing else can be fetched. Its policy has the hash of
 * its script.
 */
const offlinePage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-DOpCuttCA0q8iNBdpRBT0zN91gRpXv/UvnRryhrMCt0='; connect-src 'self'; base-uri 'none'; form-action 'none'">
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
<script>addEventListener('online',function f(){fetch('/api/health').then(()=>location.reload(),()=>setTimeout(f,3000))})</script>
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
  const offer = offerIn(said['offer']);
  await display(text('title', 'You have a new notification'), {
    body: text('body', ''),
    // The same tag replaces an existing notification, so a duplicate is shown once.
    tag: text('mark', 'notice'),
    requireInteraction: said['isUrgent'] === true,
    actions: offer && canShowButtons() ? buttonsOf(offer) : [],
    data: { path: text('path', '/'), offer } satisfies Kept,
  });
}

function display(title: string, options: NotificationOptions & { actions?: object[] }): Promise<void> {
  return scope.registration.showNotification(title, { icon, badge, ...options });
}

function buttonsOf({ label }: Offer): object[] {
  return [
    { action: 'accept', title: label },
    { action: 'decline', title: 'Decline' },
  ];
}

/** Returns whether this browser shows two buttons. Safari shows none and doesn't say so. */
function canShowButtons(): boolean {
  return 'maxActions' in Notification && Number(Notification.maxActions) >= 2;
}

function offerIn(said: unknown): Offer | null {
  // Our own server wrote it, and it is encrypted for this browser.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return typeof said === 'object' && said !== null ? (said as Offer) : null;
}

function parsed(data: Pushed['data']): Record<string, unknown> {
  try {
    return fieldsOf(data?.json());
  } catch {
    return {};
  }
}

function fieldsOf(data: unknown): Record<string, unknown> {
  return typeof data === 'object' && data !== null ? { ...data } : {};
}

scope.addEventListener('notificationclick', (event) => {
  const { notification, action } = event;
  notification.close();
  const { path, offer } = keptIn(notification.data);
  const isAnswer = offer !== null && (action === 'accept' || action === 'decline');
  event.waitUntil(isAnswer ? answer(notification, offer, action, path) : open(path));
});

/** Returns the data in a notification. In one from an older version of this file, it is only a path. */
function keptIn(data: unknown): Kept {
  if (typeof data === 'string') return { path: data, offer: null };
  const kept = fieldsOf(data);
  return { path: typeof kept['path'] === 'string' ? kept['path'] : '/', offer: offerIn(kept['offer']) };
}

type Answer = 'accept' | 'decline';
/** `more` is shown below the words of the offer. `path` is opened by a tap instead of the offer's. */
type Outcome = { title: string; body?: string; more?: string; path?: string };

/**
 * Sends a substitute's answer and replaces its notification with the outcome. If the server can't be reached, opens the
 * vacancy, which shows whether the answer arrived. The answer is never kept to be sent later.
 */
async function answer({ body, tag }: Notification, offer: Offer, action: Answer, path: string): Promise<void> {
  const tell = ({ title, more, ...outcome }: Outcome) =>
    display(title, {
      body: [outcome.body ?? body, more ?? ''].join('\n').trim(),
      tag,
      data: { path: outcome.path ?? path, offer: null },
    });
  try {
    await tell(await send(offer, action));
  } catch {
    const title = 'Your answer may not have been sent';
    await open(path).catch(() => tell({ title, body: 'We couldn’t reach FirstBell. Tap to open the vacancy.' }));
  }
}

async function send(offer: Offer, action: Answer): Promise<Outcome> {
  const { vacancyId, userId, label } = offer;
  const refusal = (reply: Reply) => refused(reply, action, vacancyId);
  const user = await call('GET', '/api/user');
  if (user.status === 401) return signIn;
  if (!user.isOk) return refusal(user);
  if (user.said['id'] !== userId) return { ...signIn, body: 'Someone else is signed in on this device.' };
  const address = `/api/vacancies/${vacancyId}`;
  if (action === 'decline') {
    const declined = await call('POST', `${address}/decline`);
    return declined.isOk ? { title: 'Declined', body: 'To undo this, open FirstBell.' } : refusal(declined);
  }
  const seen = await call('GET', address);
  if (!seen.isOk) return refusal(seen);
  const booksNow = seen.said['status'] === 'open' && seen.said['bookFirst'] === true && label !== 'Accept';
  const { together = null } = fieldsOf(seen.said['job']);
  const isOtherJob = offer.together !== undefined && offer.together !== together;
  if (
    booksNow ||
    isOtherJob ||
    (['date', 'startTime', 'endTime'] as const).some((field) => seen.said[field] !== offer[field])
  )
    return changedClass;
  // The server refuses the call if another person has signed in since: `requestedById` must be the caller.
  const request = { status: 'pending_approval', requestedById: userId, requestedAt: new Date().toISOString() };
  // The class may change before this call arrives. The server then refuses the request, because the notification is no
  // longer true.
  const { date, startTime, endTime } = offer;
  const shown = { date, startTime, endTime, together };
  let requested = await call('PATCH', address, { ...request, seen: shown });
  // During an upgrade, a process of the version before may answer, which doesn't know this field.
  if ('seen' in fieldsOf(requested.said['fields'])) requested = await call('PATCH', address, request);
  if (!requested.isOk) return refusal(requested);
  return requested.said['status'] === 'filled'
    ? booked(requested, vacancyId)
    : { title: 'Request sent', path: assignmentPath(vacancyId) };
}

/** Says that the class is theirs. For some minutes, the page that a tap opens can undo it. */
function booked({ said }: Reply, vacancyId: number): Outcome {
  return {
    title: 'You’re booked',
    path: assignmentPath(vacancyId),
    ...(said['undoUntil'] !== undefined && { more: 'To undo this within 5 minutes, tap here.' }),
  };
}

/** The page where one's own request is withdrawn and one's own assignment canceled. */
const assignmentPath = (vacancyId: number) => `/dashboard/substitute/my-assignments?vacancy=${vacancyId}`;

const signIn: Outcome = { title: 'Sign in to answer' };
const changedClass: Outcome = { title: 'This class has changed', body: 'Tap to see the changes, then answer.' };

type Reply = { isOk: boolean; status: number; said: Record<string, unknown> };

/** One call with the session of this browser. Throws if the server can't be reached in time. */
async function call(method: string, path: string, body?: object): Promise<Reply> {
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    signal: AbortSignal.timeout(8000),
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  // A proxy's error page isn't JSON. An answer that was cut off throws.
  const said = fieldsOf(await response.json().catch((error: unknown) => (response.ok ? Promise.reject(error) : null)));
  return { isOk: response.ok, status: response.status, said };
}

/** Returns the words for an answer that changed nothing, because of an earlier one or another reason. */
function refused({ status, said }: Reply, action: Answer, vacancyId: number): Outcome {
  if (status === 401) return signIn;
  const isDecline = action === 'decline';
  const path = assignmentPath(vacancyId);
  switch (said['code']) {
    case 'requested_by_you':
      return isDecline
        ? { title: 'You already requested this class', body: 'Tap to withdraw your request.', path }
        : { title: 'Request sent', path };
    case 'assigned_to_you':
      return isDecline
        ? { title: 'You’re booked for this class', body: 'If you can’t come, tap to cancel.', path }
        : { title: 'You’re booked', path };
    case 'already_filled':
    case 'already_requested':
    case 'requested_by_other':
    case 'not_open':
      return { title: isDecline ? 'Someone else took this class' : 'Someone else was faster' };
    case 'vacancy_moved':
      return changedClass;
    case 'not_found':
      return { title: 'This class is no longer available' };
    case 'vacancy_gone':
      return { title: 'This class was canceled' };
    case 'vacancy_over':
    case 'vacancy_started':
      return { title: 'It’s too late for this class' };
    case 'booked_elsewhere':
      return { title: 'You have another class at that time' };
    default:
      return {
        title: 'Your answer wasn’t sent',
        body: typeof said['error'] === 'string' ? said['error'] : 'Tap to open the vacancy.',
      };
  }
}

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
  // Only a window's postMessage needs a target origin. This is a service worker's, to a client of the same origin.
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
