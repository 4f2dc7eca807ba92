import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { login } from '#contract/accounts.ts';
import { logout } from '#contract/session.ts';
import { listOutbox, sendMessage } from '#contract/messages.ts';
import { putNoticeSettings } from '#contract/notice-settings.ts';
import { deletePushDevice, getPush, putPushDevice } from '#contract/push.ts';
import { resetPassword, updateUser } from '#contract/users.ts';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { deleteVacancy, notifySubstitutes } from '#contract/vacancy-staff.ts';
import { undoSeconds } from '#domain/undo.ts';
import { sql } from '#server/db/database.ts';
import { notifyDueAnswers } from '#server/features/vacancies/vacancy/held-answers.ts';
import { claimDue, type Outcome } from '#server/notifications/deliveries.ts';
import { openPushTransport } from '#server/notifications/push-transport.ts';
import { pushKeys } from '#server/security/keys.ts';
import {
  makeAdmin,
  makeOwner,
  makeSchool,
  makeSubstitute,
  makeTeacher,
  makeVacancy,
  testPassword,
} from '#test/make.ts';
import { type PushStandIn, standInForPush, type StandInBrowser } from '#test/push-stand-in.ts';
import { until } from '#test/until.ts';
import { openWorker, type TestWorker } from '#test/worker.ts';
import { type Caller, callerAt, mondayMorning, openWorld, type World } from '#test/world.ts';

let service: PushStandIn;
let world: World;
let worker: TestWorker | null = null;
let schoolId: number;
let teacherId: number;
let teacher: Caller;
let admin: Caller;
beforeAll(async () => {
  service = await standInForPush();
  world = await openWorld({ ...service.settings, PUSHES_PER_PERSON_PER_DAY: '3' });
  schoolId = (await makeSchool(world.db, { name: 'Lincoln' })).id;
  teacherId = await makeTeacher(world.db, schoolId, { fullName: 'Joan Hale' });
  teacher = await world.as(teacherId);
  admin = await world.as(await makeAdmin(world.db, schoolId));
});
afterAll(async () => {
  await world.close();
  await service.close();
});
beforeEach(() => {
  world.time.now = mondayMorning;
  service.caught = [];
  service.calls = [];
  service.faults = [];
  service.decide = () => 'accept';
});
afterEach(async () => {
  await worker?.stop();
  worker = null;
  expect(service.faults).toEqual([]);
});

/** Returns a person who has just turned push on in a browser. */
async function someone(): Promise<{ id: number; person: Caller; browser: StandInBrowser }> {
  const id = await makeSubstitute(world.db, [schoolId]);
  const person = await world.as(id);
  return { id, person, browser: await turnOn(person) };
}
async function turnOn(person: Caller): Promise<StandInBrowser> {
  const browser = service.subscribe((await person.call(getPush)).publicKey);
  await person.call(putPushDevice, { body: { endpoint: browser.endpoint, keys: browser.keys } });
  return browser;
}
const write = (recipients: number[], subject = 'Room 4', isUrgent = false) =>
  teacher.call(sendMessage, { body: { subject, message: 'Please call.', recipients, isUrgent } });
const caughtBy = (browser: StandInBrowser) => service.caught.filter(({ device }) => device === browser.name);
const reached = (browser: StandInBrowser, count = 1) =>
  until(() => caughtBy(browser).length === count && caughtBy(browser));
type State = { status: string; reason: string | null; attempts: number; nextAt: Date };
async function statesOf(recipient: number): Promise<State[]> {
  return world.db.query<State>(
    sql`select status, reason, attempts, next_attempt_at as "nextAt" from deliveries
        where recipient_id = ${recipient} and channel = 'push' order by id`,
  );
}
const reaches = (recipient: number, status: string) =>
  until(async () => (await statesOf(recipient)).find((state) => state.status === status));
const pauses = (recipient: number) =>
  until(async () => (await statesOf(recipient)).find(({ status, reason }) => status === 'queued' && reason !== null));
/** Nothing queued is for this person, because later notifications have arrived. */
async function othersAreServed(): Promise<void> {
  const fence = await someone();
  await write([fence.id]);
  await reached(fence.browser);
}

describe('a push', () => {
  it('is encrypted for one browser, signed by the installation, and says no more than an SMS', async () => {
    worker = await openWorker(world);
    const { id, browser } = await someone();
    await write([id], 'Bring the keys', true);
    const [push] = await reached(browser);
    const { mark, ...said } = push?.said ?? {};
    expect(said).toEqual({
      title: 'Urgent: Joan Hale: Bring the keys',
      body: '',
      path: '/dashboard/substitute',
      isUrgent: true,
    });
    expect(mark).toMatch(/^notice-\d+$/);
    expect(push?.headers).toMatchObject({ urgency: 'high', ttl: String(12 * 3600) });
    expect(await reaches(id, 'sent')).toMatchObject({ attempts: 1, reason: null });
  });

  it('is sent for an urgent vacancy, but not for others', async () => {
    worker = await openWorker(world);
    const { id, browser } = await someone();
    const offer = async (parts: { isUrgent: boolean }) => {
      const vacancyId = await makeVacancy(world.db, { schoolId, teacherId, date: '2026-11-30', ...parts });
      await teacher.call(notifySubstitutes, {
        params: { id: String(vacancyId) },
        body: { sendEmail: false, sendSMS: false },
      });
      return vacancyId;
    };
    await offer({ isUrgent: false });
    const urgent = await offer({ isUrgent: true });
    await othersAreServed();
    const said = caughtBy(browser).map(({ said: { mark: _mark, ...words } }) => words);
    expect(said).toEqual([
      {
        title: 'Urgent: Substitute needed',
        body: 'Lincoln, November 30, 2026, 8:00 AM-3:00 PM. Report by 7:45 AM.',
        path: `/dashboard/substitute/available-vacancies?request=${urgent}`,
        isUrgent: true,
        offer: {
          vacancyId: urgent,
          userId: id,
          date: '2026-11-30',
          startTime: '08:00',
          endTime: '15:00',
          label: 'Request',
          together: null,
        },
      },
    ]);
  });

  it('is sent once to each browser of a person, and to none if they turned the topic off', async () => {
    worker = await openWorker(world);
    const { id, browser } = await someone();
    const second = await turnOn(await world.as(id));
    await write([id]);
    await Promise.all([reached(browser), reached(second)]);
    await (await world.as(id)).call(putNoticeSettings, { body: { choices: [{ topic: 'messages', push: false }] } });
    await write([id]);
    await othersAreServed();
    expect([caughtBy(browser).length, caughtBy(second).length]).toEqual([1, 1]);
  });

  it('about one’s account is sent only if turned on', async () => {
    worker = await openWorker(world);
    const waiting = async () => {
      const id = await makeTeacher(world.db, schoolId, { isApproved: false });
      const person = await world.as(id);
      return { id, person, browser: await turnOn(person) };
    };
    const [silent, eager] = [await waiting(), await waiting()];
    await eager.person.call(putNoticeSettings, { body: { choices: [{ topic: 'account', push: true }] } });
    for (const { id } of [silent, eager])
      await admin.call(updateUser, { params: { id: String(id) }, body: { isApproved: true } });
    expect((await reached(eager.browser)).map(({ said }) => said['title'])).toEqual(['Your account is approved']);
    await othersAreServed();
    expect(caughtBy(silent.browser)).toEqual([]);
  });

  it('appears in the owner’s Outbox with the name of its service, without the address', async () => {
    worker = await openWorker(world);
    const { id, browser } = await someone();
    await write([id], 'In the outbox');
    await reaches(id, 'sent');
    const [entry] = await (await world.as(await makeOwner(world.db))).call(listOutbox, { query: { channel: 'push' } });
    expect(entry).toMatchObject({ channel: 'push', address: '127.0.0.1', title: 'In the outbox', status: 'sent' });
    expect(JSON.stringify(entry)).not.toContain(browser.name);
  });
});

describe('a push service', () => {
  it('gets each push only after the answer to the one before is stored, so a kill repeats at most one', async () => {
    const people = [];
    for (let n = 1; n <= 8; n += 1) people.push(await someone());
    const ids = people.map(({ id }) => id);
    const statuses = () =>
      world.db.query<{ status: string }>(
        sql`select status from deliveries where recipient_id = any(${ids}::bigint[]) and channel = 'push'`,
      );
    // These are three batches, and each has its own lane.
    for (let n = 1; n <= 3; n += 1) await write(ids, `Room ${n}`);
    const unstored: number[] = [];
    service.decide = async (): Promise<'accept'> => {
      const caught = service.caught.length;
      unstored.push(caught - (await statuses()).filter(({ status }) => status === 'sent').length);
      return 'accept';
    };
    worker = await openWorker(world);
    await until(async () => (await statuses()).every(({ status }) => status === 'sent'));
    expect(unstored).toEqual(Array<number>(24).fill(0));
  });

  it('gets nothing from a worker whose lease ends while the push waits for its turn', async () => {
    const [first, second] = [await someone(), await someone()];
    await write([first.id, second.id]);
    const { db, config, time } = world;
    const clock = () => time.now;
    const claimed = await claimDue(db, { channel: 'push', key: 7, most: 2, countUpTo: 0 }, clock());
    let accept = () => {};
    const held = new Promise<'accept'>((resolve) => (accept = () => resolve('accept')));
    service.decide = () => held;
    const transport = openPushTransport({ db, config, clock });
    const outcomes: Outcome[] = [];
    let isOurs = true;
    const delivering = claimed.map((delivery) =>
      transport.deliver(
        delivery,
        async (outcome) => void outcomes.push(outcome),
        () => isOurs,
      ),
    );
    await until(() => service.calls.length === 1);
    isOurs = false;
    accept();
    await Promise.all(delivering);
    transport.close();
    expect(outcomes).toMatchObject([{ status: 'sent' }, { status: 'queued', isUntried: true }]);
    expect(service.calls).toHaveLength(1);
    await db.execute(sql`delete from deliveries where claimed_by = 7`);
  });

  it('that hangs delays pushes through others by two seconds at most', async () => {
    const [slow, other] = [await someone(), await someone()];
    let accept = () => {};
    const held = new Promise<'accept'>((resolve) => (accept = () => resolve('accept')));
    service.decide = (device) => (device === slow.browser.name ? held : 'accept');
    worker = await openWorker(world);
    await write([slow.id]);
    await until(() => service.calls.includes(slow.browser.name));
    await write([other.id]);
    await reached(other.browser);
    expect(caughtBy(slow.browser)).toEqual([]);
    accept();
    expect(await reaches(slow.id, 'sent')).toMatchObject({ attempts: 1 });
  });

  it('that is busy gets the push again at the time it names', async () => {
    worker = await openWorker(world);
    const { id, browser } = await someone();
    service.decide = () =>
      service.calls.length > 1 ? 'accept' : { status: 429, text: 'Slow down', headers: { 'retry-after': '600' } };
    await write([id]);
    expect(await pauses(id)).toMatchObject({
      attempts: 1,
      reason: 'The push service answered 429: Slow down',
      nextAt: new Date(mondayMorning.getTime() + 600_000),
    });
    world.time.now = new Date(mondayMorning.getTime() + 600_000);
    await worker.knock();
    await reached(browser);
    expect(await reaches(id, 'sent')).toMatchObject({ attempts: 2 });
  });

  it.each([404, 410])('that answers %i no longer knows the browser, and gets nothing more for it', async (status) => {
    worker = await openWorker(world);
    const { id, person } = await someone();
    service.decide = () => ({ status });
    await write([id]);
    expect(await reaches(id, 'failed')).toMatchObject({
      reason: 'This browser no longer accepts push notifications.',
      attempts: 1,
    });
    expect((await person.call(getPush)).devices).toEqual([]);
    await write([id]);
    expect(await statesOf(id)).toHaveLength(1);
  });

  it('that refuses permanently is not asked again, and redirects are not followed', async () => {
    worker = await openWorker(world);
    const [wrong, led] = [await someone(), await someone()];
    service.decide = (device) =>
      device === wrong.browser.name
        ? { status: 400, text: `Bad request for ${wrong.browser.endpoint}` }
        : { status: 307, headers: { location: wrong.browser.endpoint } };
    await write([wrong.id, led.id]);
    expect(await reaches(wrong.id, 'failed')).toMatchObject({
      reason: 'The push service answered 400: Bad request for this address',
      attempts: 1,
    });
    expect(await reaches(led.id, 'failed')).toMatchObject({ reason: 'The push service answered 307', attempts: 1 });
    expect(service.calls.toSorted()).toEqual([wrong.browser.name, led.browser.name].toSorted());
    expect((await wrong.person.call(getPush)).devices).toHaveLength(1);
  });

  it('that is unreachable for a day is given up, with a reason', async () => {
    worker = await openWorker(world);
    const { id } = await someone();
    service.decide = () => ({ status: 503 });
    await write([id]);
    await pauses(id);
    await world.db.execute(
      sql`update deliveries set attempts = 12, next_attempt_at = ${mondayMorning}
          where recipient_id = ${id} and channel = 'push'`,
    );
    await worker.knock();
    expect(await reaches(id, 'failed')).toMatchObject({
      reason: 'Gave up after 13 tries: The push service answered 503',
    });
  });
});

describe('limits and quiet hours', () => {
  it('limit pushes per device and day as the settings say', async () => {
    worker = await openWorker(world);
    const { id, browser } = await someone();
    for (let n = 1; n <= 3; n += 1) {
      await write([id]);
      await until(async () => (await statesOf(id)).filter(({ status }) => status === 'sent').length === n);
    }
    await write([id]);
    expect(await reaches(id, 'dropped')).toMatchObject({ reason: 'This person has reached the daily limit.' });
    expect(caughtBy(browser)).toHaveLength(3);
  });

  it('hold a push until 5 AM in the school’s time', async () => {
    worker = await openWorker(world);
    const { id, browser } = await someone();
    world.time.now = new Date('2026-11-24T03:00:00Z');
    await write([id]);
    expect(await pauses(id)).toMatchObject({
      attempts: 0,
      reason: 'Waiting for quiet hours to end.',
      nextAt: new Date('2026-11-24T10:00:00Z'),
    });
    expect(caughtBy(browser)).toEqual([]);
    world.time.now = new Date('2026-11-24T10:00:00Z');
    await worker.knock();
    await reached(browser);
  });

  it('drop pushes about a deleted vacancy', async () => {
    const { id } = await someone();
    const vacancyId = await makeVacancy(world.db, { schoolId, teacherId, isUrgent: true });
    const params = { params: { id: String(vacancyId) } };
    await teacher.call(notifySubstitutes, { ...params, body: { substituteIds: [id] } });
    await admin.call(deleteVacancy, params);
    worker = await openWorker(world);
    expect(await reaches(id, 'dropped')).toMatchObject({
      reason: 'The vacancy was deleted before this could be sent.',
    });
  });
});

describe('a device', () => {
  it('appears in its owner’s list, replaces the session’s earlier one, and can be removed by its owner', async () => {
    const { id, person, browser } = await someone();
    const elsewhere = await world.as(id);
    await turnOn(elsewhere);
    const renewed = await turnOn(person);
    const { devices } = await person.call(getPush);
    expect(devices.map(({ isCurrent, userAgent }) => [isCurrent, userAgent])).toEqual([
      [true, 'test'],
      [false, 'test'],
    ]);
    const endpoints = await world.db.query<{ endpoint: string }>(
      sql`select endpoint from push_devices where user_id = ${id}`,
    );
    expect(endpoints.map(({ endpoint }) => endpoint)).not.toContain(browser.endpoint);
    expect(endpoints.map(({ endpoint }) => endpoint)).toContain(renewed.endpoint);
    expect((await person.call(deletePushDevice)).devices.map(({ isCurrent }) => isCurrent)).toEqual([false]);
  });

  it('replaces the oldest of ten', async () => {
    const { id, person } = await someone();
    for (let n = 0; n < 10; n += 1) await turnOn(await world.as(id));
    const { devices } = await person.call(getPush);
    expect(devices).toHaveLength(10);
    expect(devices.some(({ isCurrent }) => isCurrent)).toBe(false);
  });

  it('gets nothing more, not even queued pushes, once its session ends by sign-out, new password or expiry', async () => {
    const endings: [string, (one: { id: number; person: Caller }) => Promise<unknown>][] = [
      ['signed out', ({ person }) => person.call(logout)],
      ['new password', ({ id }) => admin.call(resetPassword, { body: { userId: id, newPassword: 'quartz-lamp-88' } })],
      [
        'expired',
        ({ id }) =>
          world.db.execute(
            sql`update sessions set last_seen_at = ${new Date(mondayMorning.getTime() - 31 * 86_400_000)}
                where user_id = ${id}`,
          ),
      ],
    ];
    const people = await Promise.all(endings.map(() => someone()));
    await write(people.map(({ id }) => id));
    for (const [place, [, end]] of endings.entries()) {
      const one = people[place];
      if (one !== undefined) await end(one);
    }
    worker = await openWorker(world);
    for (const [place, [name]] of endings.entries()) {
      expect((await reaches(people[place]?.id ?? 0, 'dropped')).reason, name).toBe(
        'This device was signed out before this could be sent.',
      );
    }
    await othersAreServed();
    expect(service.calls).toHaveLength(1);
  });

  it('gets nothing more once its account is disabled', async () => {
    const [id, asking] = [await makeTeacher(world.db, schoolId), await someone()];
    await turnOn(await world.as(id));
    const vacancyId = await makeVacancy(world.db, { schoolId, teacherId: id, date: '2026-11-26' });
    await asking.person.call(updateVacancy, {
      params: { id: String(vacancyId) },
      body: { status: 'pending_approval' },
    });
    expect(await statesOf(id)).toMatchObject([{ status: 'queued' }]);
    await admin.call(updateUser, { params: { id: String(id) }, body: { isActive: false } });
    worker = await openWorker(world);
    expect((await reaches(id, 'dropped')).reason).toBe('This device was signed out before this could be sent.');
    expect(await world.db.query(sql`select 1 from push_devices where user_id = ${id}`)).toEqual([]);
  });

  it('of a browser that is passed on belongs to the person who turns push on there, and gets nothing of the previous user', async () => {
    const [before, after] = [await someone(), await someone()];
    await write([before.id]);
    await after.person.call(putPushDevice, { body: { endpoint: before.browser.endpoint, keys: before.browser.keys } });
    expect((await before.person.call(getPush)).devices).toEqual([]);
    worker = await openWorker(world);
    await reaches(before.id, 'dropped');
    await write([after.id], 'Yours now');
    expect((await reached(before.browser)).map(({ said }) => said['title'])).toEqual(['Joan Hale: Yours now']);
  });

  it('is removed when another person signs in over its session', async () => {
    const { person } = await someone();
    const [other] = await world.db.query<{ username: string }>(sql`select username from users where id = ${teacherId}`);
    const browser = callerAt(world.url, person.cookie);
    expect((await person.call(getPush)).devices).toHaveLength(1);
    await browser.call(login, { body: { username: other?.username ?? '', password: testPassword } });
    expect((await person.try(getPush)).status).toBe(401);
  });
});

describe('a browser’s subscription', () => {
  it.each([
    ['another scheme', 'http://push.example.org/x'],
    ['an address of the house', 'https://10.0.0.7/x'],
    ['this machine', 'https://localhost/x'],
    ['a machine without a domain', 'https://router/x'],
    ['another port', 'https://push.example.org:5432/x'],
    ['a sign-in', 'https://me:secret@push.example.org/x'],
    ['no address', 'push'],
  ])('is refused if it is %s', async (_, endpoint) => {
    const person = await world.as(await makeSubstitute(world.db, [schoolId]));
    const { keys } = service.subscribe('');
    const { status, body } = await person.try(putPushDevice, { body: { endpoint, keys } });
    expect([status, body.fields]).toEqual([400, { endpoint: 'This is not the address of a push service.' }]);
  });

  it('must have valid encryption keys', async () => {
    const { person, browser } = await someone();
    const p256dh = `B${'A'.repeat(86)}`;
    expect(
      (await person.try(putPushDevice, { body: { endpoint: browser.endpoint, keys: { ...browser.keys, p256dh } } }))
        .body.fields,
    ).toEqual({ keys: "This is not a browser's key." });
    expect(
      (await person.try(putPushDevice, { body: { endpoint: browser.endpoint, keys: { ...browser.keys, auth: 'x' } } }))
        .status,
    ).toBe(400);
  });
});

it('the installation keeps its key, and serves only the public half', async () => {
  const keys = await pushKeys(world.db);
  const { person } = await someone();
  const answer = await person.call(getPush);
  expect(answer.publicKey).toBe(keys.publicKey);
  expect(JSON.stringify(answer)).not.toContain(keys.privateKey);
  expect(await pushKeys(world.db)).toEqual(keys);
  expect(await world.db.query(sql`select length(value) as bytes from secrets where name = 'push'`)).toEqual([
    { bytes: 32 },
  ]);
});

it('an answer reaches the requesting substitute’s phone, even at night', async () => {
  worker = await openWorker(world);
  const { id, person, browser } = await someone();
  world.time.now = new Date('2026-11-24T03:00:00Z');
  const vacancyId = await makeVacancy(world.db, { schoolId, teacherId, date: '2026-11-27' });
  const params = { params: { id: String(vacancyId) } };
  await person.call(updateVacancy, { ...params, body: { status: 'pending_approval' } });
  await teacher.call(updateVacancy, { ...params, body: { status: 'filled', substituteId: id } });
  world.time.now = new Date(world.time.now.getTime() + undoSeconds.accepted * 1000);
  await notifyDueAnswers(world.db, { config: world.config, now: world.time.now });
  const [push] = await reached(browser);
  expect(push?.said).toMatchObject({
    title: 'Request approved',
    path: `/dashboard/substitute/my-assignments?vacancy=${vacancyId}`,
  });
});
