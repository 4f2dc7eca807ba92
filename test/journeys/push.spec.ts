import type { Page, Worker } from '@playwright/test';
import { createVacancy } from '#contract/absences.ts';
import { putExclusion } from '#contract/exclusions.ts';
import { sendMessage } from '#contract/messages.ts';
import { putNoticeSettings } from '#contract/notice-settings.ts';
import { getPush, putPushDevice } from '#contract/push.ts';
import { getVacancy } from '#contract/vacancies.ts';
import { assignSubstitute } from '#contract/vacancy-staff.ts';
import { call } from '#test/journeys/calls.ts';
import { test } from '#test/journeys/carriers.ts';
import { castPassword, dayFromNow, openCast } from '#test/journeys/cast.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, seeToast } from '#test/journeys/fixture.ts';
import type { StandInBrowser } from '#test/push-stand-in.ts';
import { until } from '#test/until.ts';

/**
 * The headless browser has no push service to subscribe to and shows no permission prompt, so its replies to both are
 * defined here. Permission and subscription persist across pages, as in a real browser.
 */
async function giveBrowser(page: Page, browser: StandInBrowser, answer: NotificationPermission): Promise<void> {
  await page.addInitScript(
    ([endpoint, keys, says]) => {
      const kept = (name: string) => localStorage.getItem(`browser-${name}`);
      Object.defineProperty(Notification, 'permission', { get: () => kept('permission') ?? 'default' });
      Notification.requestPermission = () => {
        localStorage.setItem('browser-permission', says);
        return Promise.resolve(says);
      };
      const subscription = {
        options: { userVisibleOnly: true, applicationServerKey: null },
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: () => {
          localStorage.removeItem('browser-subscribed');
          return Promise.resolve(true);
        },
      };
      PushManager.prototype.getSubscription = () =>
        Promise.resolve(kept('subscribed') === null ? null : (subscription as unknown as PushSubscription));
      PushManager.prototype.subscribe = (options) => {
        localStorage.setItem(
          'browser-subscribed',
          typeof options?.applicationServerKey === 'string' ? options.applicationServerKey : 'no key',
        );
        return Promise.resolve(subscription as unknown as PushSubscription);
      };
    },
    [browser.endpoint, browser.keys, answer] as const,
  );
}

/** The notifications of the service worker. The headless browser refuses to show any, so this records them instead. */
type Shown = { title: string; options: NotificationOptions };

async function watchNotices(worker: Worker): Promise<() => Promise<Shown[]>> {
  await worker.evaluate(() => {
    const scope = self as unknown as { registration: ServiceWorkerRegistration; shown: Shown[] };
    scope.shown = [];
    scope.registration.showNotification = (title, options = {}) =>
      Promise.resolve(void scope.shown.push({ title, options }));
  });
  return () => worker.evaluate(() => (self as unknown as { shown: Shown[] }).shown);
}

/** Delivers a push to the service worker, as the browser does. */
async function deliver(page: Page, said: object): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first !== undefined) resolve(first.registrationId);
    });
  });
  await devTools.send('ServiceWorker.enable');
  await devTools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify(said),
  });
  await devTools.detach();
}

/**
 * Lets the next read of a class show the start it had before someone moved it, as if that happened right after the
 * read.
 */
function moveAfterRead({ path, startTime }: { path: string; startTime: string }): void {
  const send = self.fetch;
  self.fetch = async (to, how) => {
    const reply = await send(to, how);
    if (to !== path || how?.method !== 'GET') return reply;
    self.fetch = send;
    return Response.json({ ...(await reply.json()), startTime });
  };
}

/**
 * Taps a notification, or one of its buttons. Without user activation, the browser refuses to bring a window to the
 * front. That refusal is irrelevant here.
 */
async function tap(worker: Worker, notice: Shown, action = ''): Promise<void> {
  await worker.evaluate(
    async ({ notice: { options }, action: button }) => {
      let done = Promise.resolve<unknown>(undefined);
      const notification = { close: () => {}, ...options };
      self.dispatchEvent(
        Object.assign(new Event('notificationclick'), {
          notification,
          action: button,
          waitUntil: (work: Promise<unknown>) => (done = work),
        }),
      );
      await done.catch(() => {});
    },
    { notice, action },
  );
}

test.use({ serviceWorkers: 'allow' });

const partOf = (page: Page) => page.getByRole('region', { name: 'Notifications on this device' });

test('the profile says if a browser does not support push, and asks nothing', async ({ open, firstBell }) => {
  const { substitute } = await openCast(open, firstBell, ['substitute']);
  // The headless shell denies notifications, a full Chromium asks. Here the person has already denied them.
  await substitute.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
    Notification.requestPermission = () => {
      throw new Error('This page must not ask.');
    };
  });
  await substitute.goto('/dashboard/substitute/profile?part=notices');
  await expect(
    partOf(substitute).getByText('Your browser doesn’t allow FirstBell to show notifications.'),
  ).toBeVisible();
  await expect(partOf(substitute).getByRole('button')).toHaveCount(0);
});

test('a substitute turns push on, gets a notification, taps it, is offline, and signing out removes everything', async ({
  open,
  firstBell,
  service,
  expectRefusal,
}) => {
  const cast = await openCast(open, firstBell, ['substitute']);
  const { substitute, teacher, admin } = cast;
  await substitute.context().grantPermissions(['notifications']);
  // This kind is sent at night, too.
  await call(substitute.request, putNoticeSettings, {
    body: { quietHours: { from: '00:00', to: '00:00', urgentMayDisturb: false } },
  });
  const { publicKey } = await call(substitute.request, getPush);
  const browser = service.subscribe(publicKey);
  await giveBrowser(substitute, browser, 'granted');
  await substitute.goto('/dashboard/substitute/profile?part=notices');
  const part = partOf(substitute);

  await test.step('permission is requested only after the tap, and then push is on', async () => {
    await expect(part.getByRole('button', { name: 'Turn on notifications' })).toBeVisible();
    expect(await substitute.evaluate(() => Notification.permission)).toBe('default');
    await part.getByRole('button', { name: 'Turn on notifications' }).click();
    await seeToast(
      substitute,
      'Notifications are on',
      'You’ll get them on this device as long as you’re signed in on it.',
    );
    await expect(part.getByRole('button', { name: 'Turn off notifications' })).toBeVisible();
    // The browser got the installation's own key.
    expect(await substitute.evaluate(() => localStorage.getItem('browser-subscribed'))).toBe(publicKey);
    await expectAccessible(substitute);
    await expectNoSidewaysScroll(substitute);
  });

  const [worker] = substitute.context().serviceWorkers();
  if (worker === undefined) throw new Error('No service worker runs.');
  const shown = await watchNotices(worker);
  const absence = {
    date: dayFromNow(1),
    startTime: '08:00',
    endTime: '15:00',
    shiftType: 'full_day',
    description: 'Fractions in room 12',
    additionalNotes: 'Plans are on the desk.',
    postAnyway: true,
  } as const;
  const { id } = await call(teacher.request, createVacancy, { body: absence });

  await test.step('an assignment is pushed encrypted for this phone, and the service worker shows it', async () => {
    await call(admin.request, assignSubstitute, {
      params: { id: String(id) },
      body: { substituteId: cast.substituteId },
    });
    const caught = await until(() => service.caught.find(({ device }) => device === browser.name));
    await deliver(substitute, caught.said);
    const [notice] = await until(async () => {
      const all = await shown();
      return all.length > 0 && all;
    });
    expect(notice).toMatchObject({
      title: "You've been assigned",
      options: { body: expect.stringContaining(`${cast.school.name}, `), tag: caught.said['mark'] },
    });
    if (notice !== undefined) await tap(worker, notice);
  });

  await test.step('a tap navigates the open page to the subject of the notification', async () => {
    await expect(substitute).toHaveURL(`/dashboard/substitute/my-assignments?vacancy=${id}`);
    await expect(substitute.getByRole('dialog', { name: 'Your assignment' })).toContainText('Fractions in room 12');
  });

  let offer: Shown | null = null;
  await test.step('an offer is answered with its buttons, but only by the person it was sent to', async () => {
    const body = { ...absence, date: dayFromNow(2), isUrgent: true, sendNotifications: true };
    const offered = await call(teacher.request, createVacancy, { body });
    const caught = await until(() =>
      service.caught.find(({ device, said }) => device === browser.name && said['offer'] !== undefined),
    );
    await deliver(substitute, caught.said);
    const notice = await until(async () => (await shown()).find(({ options }) => options.tag === caught.said['mark']));
    expect(notice).toMatchObject({
      title: 'Urgent: Substitute needed',
      options: { actions: [{ title: 'Request' }, { title: 'Decline' }] },
    });
    offer = notice;
    const press = async (action: string, said: Shown = notice) => {
      await tap(worker, said, action);
      return (await shown()).at(-1)?.title;
    };
    const now = () => call(substitute.request, getVacancy, { params: { id: String(offered.id) } });
    const { data } = notice.options as { data: { offer: object } };
    const to = (change: object): Shown => ({
      ...notice,
      options: { ...notice.options, data: { ...data, offer: { ...data.offer, ...change } } },
    });
    expect(await press('accept', to({ userId: cast.substituteId + 1 }))).toBe('Sign in to answer');
    expect(await press('accept', to({ startTime: '07:00' }))).toBe('This class has changed');
    expect(await press('accept', to({ together: '2 days, Mon, Nov 30 to Tue, Dec 1' }))).toBe('This class has changed');
    expect(await now()).toMatchObject({ status: 'open', declined: false });
    expect(await press('decline')).toBe('Declined');
    expect(await now()).toMatchObject({ status: 'open', declined: true });
    await worker.evaluate(moveAfterRead, { path: `/api/vacancies/${offered.id}`, startTime: '07:30' });
    expect(await press('accept', to({ startTime: '07:30' }))).toBe('This class has changed');
    expect(await now()).toMatchObject({ status: 'open' });
    expect(await press('accept')).toBe('Request sent');
    expect(await press('accept')).toBe('Request sent');
    expect(await press('decline')).toBe('You already requested this class');
    expect(await now()).toMatchObject({ status: 'pending_approval', requestedById: cast.substituteId });
    const first = { ...absence, date: dayFromNow(3), bookFirst: true };
    const { id: vacancyId } = await call(teacher.request, createVacancy, { body: first });
    expect(await press('accept', to({ vacancyId, date: first.date }))).toBe('This class has changed');
    expect(await press('accept', to({ vacancyId, date: first.date, label: 'Accept' }))).toBe('You’re booked');
    expect((await shown()).at(-1)?.options).toMatchObject({
      body: expect.stringMatching(/^.+\nTo undo this within 5 minutes, tap here\.$/),
      data: { path: `/dashboard/substitute/my-assignments?vacancy=${vacancyId}` },
    });
    expect(await press('decline', to({ vacancyId, date: first.date }))).toBe('You’re booked for this class');
    // A tap opens the page where it can be canceled.
    expect((await shown()).at(-1)?.options).toMatchObject({
      data: { path: `/dashboard/substitute/my-assignments?vacancy=${vacancyId}` },
    });
    // Any other refusal is shown as the server words it.
    const person = { params: { id: String(cast.substituteId) } };
    await call(admin.request, putExclusion, { ...person, body: { reason: 'Late.', endsOn: null } });
    const { id: other } = await call(teacher.request, createVacancy, { body: { ...absence, date: dayFromNow(4) } });
    expect(await press('accept', to({ vacancyId: other, date: dayFromNow(4) }))).toBe('Your answer wasn’t sent');
    expect((await shown()).at(-1)?.options.body).toBe('This school is not offering you jobs. Ask its front office.');
    // The booking is pushed, too.
    await until(() => service.calls.filter((device) => device === browser.name).length === 3);
  });

  await test.step('without a connection the last known assignments are shown, and nothing appears to be sent', async () => {
    await substitute.goto('/dashboard/substitute');
    await until(() =>
      substitute.evaluate(async () =>
        (await (await (await caches.open('firstbell-offline')).match('/offline'))?.text())?.includes(
          'Fractions in room 12',
        ),
      ),
    );
    await substitute.goto('/dashboard/substitute/profile?part=notices');
    await expect(part.getByRole('button', { name: 'Turn off notifications' })).toBeVisible();
    // Calls in flight when the connection drops fail, and so do all calls until it is back.
    for (const path of ['/api/live', '/api/badges', '/api/user', '/api/vacancies', '/api/notices', '/api/push/device'])
      expectRefusal(path);
    substitute.on('request', (request) => expectRefusal(new URL(request.url()).pathname));
    await substitute.context().setOffline(true);
    await substitute.getByRole('button', { name: 'Set quiet hours' }).click();
    await seeToast(substitute, 'Update failed', 'This needs a connection. Try again once you’re online.');
    await substitute.goto('/dashboard/substitute');
    await expect(substitute.getByRole('heading', { name: 'You are offline' })).toBeVisible();
    await expect(substitute.getByText(/^This is what we knew at \d+:\d\d [AP]M on /)).toBeVisible();
    await expect(substitute.getByRole('list', { name: 'Your assignments' })).toContainText('Fractions in room 12');
    await expect(substitute.getByText('Nothing is saved to be sent later.')).toBeVisible();
    if (offer !== null) await tap(worker, offer, 'accept');
    expect((await shown()).at(-1)?.title).toBe('Your answer may not have been sent');
    await expectAccessible(substitute, 'in every run');
    await expectNoSidewaysScroll(substitute);
    await substitute.context().setOffline(false);
    // The page that was wanted comes back without a tap.
    await expect(substitute.getByRole('heading', { name: /Tom/ })).toBeVisible();
  });

  await test.step('signing out ends push: the browser keeps nothing, and gets nothing more', async () => {
    await substitute.getByRole('button', { name: /Profile menu/ }).click();
    await substitute.getByRole('menuitem', { name: 'Logout' }).click();
    await seeToast(substitute, 'Logged out successfully');
    expect(
      await substitute.evaluate(async () => [
        localStorage.getItem('browser-subscribed'),
        localStorage.getItem('firstbell-device'),
        await caches.has('firstbell-offline'),
      ]),
    ).toEqual([null, null, false]);
    await call(teacher.request, sendMessage, {
      body: { subject: 'Nobody reads this here', message: 'Thank you.', recipients: [cast.substituteId] },
    });
    const other = await firstBell.caller();
    await other.request.post('/api/login', { data: { username: cast.usernames.substitute, password: castPassword } });
    const elsewhere = service.subscribe(publicKey);
    await call(other.request, putPushDevice, { body: { endpoint: elsewhere.endpoint, keys: elsewhere.keys } });
    await call(teacher.request, sendMessage, {
      body: { subject: 'At home', message: 'Thank you.', recipients: [cast.substituteId] },
    });
    await until(() => service.caught.find(({ device }) => device === elsewhere.name));
    expect(service.calls.filter((device) => device === browser.name)).toHaveLength(3);
    expect(service.faults).toEqual([]);
  });
});
