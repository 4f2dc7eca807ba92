import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listMessages, sendMessage } from '#contract/messages.ts';
import { getUser } from '#contract/person.ts';
import type { NoticeKind } from '#domain/notice-facts.ts';
import { type Queryable, sql, type Tx } from '#server/db/database.ts';
import { startWorker } from '#server/worker/worker.ts';
import { notify } from '#server/notifications/notify.ts';
import { algebra } from '#test/facts.ts';
import { catchMail, type MailCatcher } from '#test/mail-catcher.ts';
import { makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { until } from '#test/until.ts';
import { openWorker, type TestWorker } from '#test/worker.ts';
import { mondayMorning, openWorld, type World } from '#test/world.ts';

let catcher: MailCatcher;
let world: World;
let worker: TestWorker | null = null;
let teacherId: number;
let schoolId: number;
beforeAll(async () => {
  catcher = await catchMail();
  world = await openWorld({
    SMTP_URL: catcher.url,
    PUBLIC_URL: 'http://firstbell.example.org',
    MAIL_FROM: 'FirstBell <bell@example.org>',
  });
  schoolId = (await makeSchool(world.db, { name: 'Lincoln "A&B" <School>' })).id;
  teacherId = await makeTeacher(world.db, schoolId, { fullName: 'Joan Hale' });
});
afterAll(async () => {
  await world.close();
  await catcher.close();
});
beforeEach(() => {
  world.time.now = mondayMorning;
  catcher.mails = [];
  catcher.handedOver = 0;
  catcher.decide = () => 'accept';
});
afterEach(async () => {
  await worker?.stop();
  worker = null;
});

async function send(
  recipients: number[],
  parts: { subject?: string; message?: string; vacancyId?: number; isUrgent?: boolean } = {},
) {
  const teacher = await world.as(teacherId);
  return teacher.call(sendMessage, {
    body: { subject: 'Plans for Monday', message: 'The plans are on my desk.', recipients, ...parts },
  });
}

type DeliveryState = { status: string; reason: string | null; attempts: number };
async function stateOf(messageId: number, channel = 'email'): Promise<DeliveryState> {
  const [row] = await world.db.query<DeliveryState>(sql`select d.status, d.reason, d.attempts from deliveries d
        join notices n on n.id = d.notice_id
    where n.message_id = ${messageId} and d.channel = ${channel} limit 1`);
  if (row === undefined) throw new Error('No delivery was written.');
  return row;
}
const settled = (messageId: number) =>
  until(async () => {
    const state = await stateOf(messageId);
    return state.status !== 'queued' && state;
  });
/** Waits until this mail was attempted this many times and is no longer claimed. */
const tried = (messageId: number, times: number) =>
  until(
    async () =>
      (
        await world.db.query(sql`select 1 from deliveries d join notices n on n.id = d.notice_id
    where n.message_id = ${messageId} and d.attempts = ${times} and d.claimed_by is null`)
      ).length === 1,
  );
const minutesLater = (minutes: number) => new Date(world.time.now.getTime() + minutes * 60_000);
let people = 0;
/** Returns the channels of which a person reads that their address doesn't work. */
const failedFor = async (id: number) =>
  (await (await world.as(id)).call(getUser, { params: { id: String(id) } })).failedChannels;
const someone = () => makeSubstitute(world.db, [schoolId], { email: `sub_${(people += 1)}@example.org` });

/** Notifies a substitute of a vacancy, as the feature of that kind does. */
const notifyOf = (...telling: ToldOf) => world.db.inTransaction((tx) => notifyWithin(tx, ...telling));
type ToldOf = [
  kind: 'vacancy_posted' | 'vacancy_deleted' | 'assigned',
  vacancyId: number,
  recipient: number,
  cause?: string,
];
function notifyWithin(tx: Tx, ...[kind, vacancyId, recipient, cause = `${kind}:${vacancyId}`]: ToldOf) {
  return notify(
    tx,
    { config: world.config, now: world.time.now },
    {
      kind: kind satisfies NoticeKind,
      cause,
      recipients: [recipient],
      facts: { to: 'substitute', vacancy: algebra },
      schoolId,
      vacancyId,
    },
  );
}
const deliveryTo = async (recipient: number) => {
  const [row] = await world.db.query<DeliveryState>(
    sql`select d.status, d.reason, d.attempts from deliveries d join notices n on n.id = d.notice_id
        where n.recipient_id = ${recipient}`,
  );
  return row;
};

describe('a mail', () => {
  it('arrives complete, as text and as HTML, with any user input', async () => {
    worker = await openWorker(world);
    const substituteId = await makeSubstitute(world.db, [schoolId], {
      fullName: 'Zoë "Z" <b>Ng</b>, Jr.',
      email: 'zoe@example.org',
    });
    const vacancyId = await makeVacancy(world.db, { schoolId, teacherId });
    const sent = await send([substituteId], {
      subject: 'Grüße 🔔 & <b>plans</b>',
      message: 'Line one\nBcc: all@example.org\n<script>alert(1)</script>',
      vacancyId,
    });
    expect(sent).toMatchObject({ recipients: 1, emailsSent: 1, smsSent: 0 });
    await settled(sent.id);
    const [mail] = catcher.mails;
    expect(mail).toMatchObject({ from: 'bell@example.org', to: 'zoe@example.org', subject: 'Grüße 🔔 & <b>plans</b>' });
    expect(mail?.headers.get('bcc')).toBeUndefined();
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
    expect(mail?.text).toContain('Line one\nBcc: all@example.org\n<script>alert(1)</script>');
    expect(mail?.text).toContain('Time: 8:00 AM – 3:00 PM');
    expect(mail?.text).toMatch(/Open this vacancy: http:\/\/firstbell\.example\.org\/go\/[A-Za-z0-9_-]{24}\n/);
    expect(mail?.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(mail?.html).not.toContain('<script>');
    expect(mail?.html).toContain('School: Lincoln &quot;A&amp;B&quot; &lt;School&gt;');
    expect(mail?.html).toMatch(/href="http:\/\/firstbell\.example\.org\/go\/[A-Za-z0-9_-]{24}"/);
    expect(mail?.headers.get('list-unsubscribe')).toMatch(
      /^<http:\/\/firstbell\.example\.org\/api\/unsubscribe\/[A-Za-z0-9_-]{24}>$/,
    );
    expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(await stateOf(sent.id)).toEqual({ status: 'sent', reason: null, attempts: 1 });
  });
});

describe('a mail server that refuses', () => {
  it('temporarily is retried a minute later until it accepts the mail, which is sent once', async () => {
    worker = await openWorker(world);
    let refusals = 2;
    catcher.decide = () => ((refusals -= 1) >= 0 ? { code: 451, says: 'Greylisted, try again' } : 'accept');
    const { id } = await send([await someone()]);
    for (const attempts of [1, 2]) {
      await tried(id, attempts);
      expect(await stateOf(id)).toMatchObject({ status: 'queued', reason: '451 Greylisted, try again' });
      expect(catcher.handedOver).toBe(attempts);
      world.time.now = minutesLater(1);
      await worker.knock();
    }
    expect(await settled(id)).toEqual({ status: 'sent', reason: null, attempts: 3 });
    expect(catcher.mails).toHaveLength(1);
  });

  it('permanently is not retried, and its reason is shown to the sender without the address', async () => {
    worker = await openWorker(world);
    catcher.decide = (mail) => ({ code: 550, says: `No such mailbox: ${mail.to}` });
    const recipient = await someone();
    const { id } = await send([recipient]);
    expect(await settled(id)).toEqual({ status: 'failed', reason: '550 No such mailbox: this address', attempts: 1 });
    expect(await failedFor(recipient)).toEqual(['email']);
    const [message] = await (await world.as(teacherId)).call(listMessages);
    expect(message?.notificationStatus).toMatchObject([
      { channel: 'email', status: 'failed', reason: '550 No such mailbox: this address' },
    ]);
    expect(catcher.handedOver).toBe(1);
  });

  it('for about a day is given up, and shown as failed', async () => {
    worker = await openWorker(world);
    catcher.decide = () => ({ code: 421, says: 'Busy' });
    const recipient = await someone();
    const { id } = await send([recipient]);
    for (let tries = 1; tries <= 12; tries += 1) {
      await tried(id, tries);
      expect((await stateOf(id)).status).toBe('queued');
      world.time.now = minutesLater(480);
      await worker.knock();
    }
    const { status, reason, attempts } = await settled(id);
    expect([status, attempts]).toEqual(['failed', 13]);
    expect(reason).toMatch(/^Gave up after 13 tries: 421 /);
    expect(await failedFor(recipient)).toEqual([]);
  });

  it.each([
    { reason: '552 Mailbox full', failed: ['email'] },
    { reason: 'This notification could not be rendered.', failed: [] },
    { reason: '550 5.7.1 Message rejected as spam', failed: [] },
    { reason: '550-5.7.26 This mail is unauthenticated', failed: [] },
    { reason: '550 5.1.1 No such user', failed: ['email'] },
    { reason: 'The carrier could not deliver it (Twilio 30034).', failed: [] },
    { reason: null, failed: ['email'] },
  ])('says that the address doesn’t work only if that is why: $reason', async ({ reason, failed }) => {
    const recipient = await someone();
    const { id } = await send([recipient]);
    await world.db.execute(sql`update deliveries d set status = 'failed', reason = ${reason} from notices n
      where n.id = d.notice_id and n.message_id = ${id} and d.channel = 'email'`);
    expect(await failedFor(recipient)).toEqual(failed);
  });

  it('does not delay mail to others', async () => {
    worker = await openWorker(world);
    catcher.decide = (mail) => (mail.to.startsWith('full') ? { code: 552, says: 'Mailbox full' } : 'accept');
    const full = await makeSubstitute(world.db, [schoolId], { email: 'full@example.org' });
    const others = await Promise.all(Array.from({ length: 30 }, someone));
    await send([full, ...others]);
    await until(() => catcher.mails.length === 30);
    expect(new Set(catcher.mails.map((mail) => mail.to)).size).toBe(30);
    await until(async () => (await deliveryTo(full))?.status === 'failed');
  });
});

describe('a notification', () => {
  it('reaches no one twice for one cause, however often it is sent', async () => {
    worker = await openWorker(world);
    const [recipient, vacancyId] = [await someone(), await makeVacancy(world.db, { schoolId, teacherId })];
    const told = await Promise.all(Array.from({ length: 8 }, () => notifyOf('vacancy_posted', vacancyId, recipient)));
    expect(told.reduce((sum, { emailsSent }) => sum + emailsSent, 0)).toBe(1);
    await until(async () => (await deliveryTo(recipient))?.status === 'sent');
    expect(catcher.handedOver).toBe(1);
  });

  it('is rolled back with its cause', async () => {
    const recipient = await someone();
    await expect(
      world.db.inTransaction(async (tx) => {
        await notify(
          tx,
          { config: world.config, now: world.time.now },
          {
            kind: 'school_deactivated',
            cause: 'taken back',
            recipients: [recipient],
            facts: { to: 'substitute', school: 'Lincoln' },
            schoolId,
          },
        );
        throw new Error('The cause failed.');
      }),
    ).rejects.toThrow('The cause failed.');
    expect(await deliveryTo(recipient)).toBeUndefined();
    expect(await world.db.query(sql`select 1 from notices where cause = 'taken back'`)).toEqual([]);
  });

  it('is deleted with its deliveries, also if its subject is deleted', async () => {
    const [one, other] = [await someone(), await someone()];
    const vacancyId = await makeVacancy(world.db, { schoolId, teacherId });
    for (const recipient of [one, other]) await notifyOf('vacancy_posted', vacancyId, recipient);
    const left = () =>
      world.db.query(
        sql`select recipient_id as id from deliveries where recipient_id = any(${[one, other]}::bigint[]) order by 1`,
      );
    expect(await left()).toEqual([{ id: one }, { id: other }]);
    await world.db.execute(sql`delete from notices where recipient_id = ${one}`);
    expect(await left()).toEqual([{ id: other }]);
    await world.db.execute(sql`delete from vacancies where id = ${vacancyId}`);
    expect(await left()).toEqual([]);
  });

  it('never outlives a vacancy that is deleted while it is written, in either order', async () => {
    const erase = (db: Queryable, id: number) => db.execute(sql`delete from vacancies where id = ${id}`);
    const [toldFirst, erasedFirst] = [
      await makeVacancy(world.db, { schoolId, teacherId }),
      await makeVacancy(world.db, { schoolId, teacherId }),
    ];
    const recipient = await someone();
    const oneWaits = () =>
      until(
        async () =>
          (
            await world.db.query(
              sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            )
          ).length > 0,
      );

    const { erased } = await world.db.inTransaction(async (tx) => {
      expect(await notifyWithin(tx, 'vacancy_posted', toldFirst, recipient)).toMatchObject({ notified: 1 });
      const later = erase(world.db, toldFirst);
      await oneWaits();
      return { erased: later };
    });
    await erased;

    const { told } = await world.db.inTransaction(async (tx) => {
      await erase(tx, erasedFirst);
      const later = notifyOf('vacancy_posted', erasedFirst, recipient);
      await oneWaits();
      return { told: later };
    });
    expect(await told).toMatchObject({ notified: 0, emailsSent: 0 });

    expect(
      await world.db.query(sql`select 1 from vacancies where id = any(${[toldFirst, erasedFirst]}::bigint[])`),
    ).toEqual([]);
    expect(
      await world.db.query(
        sql`select 1 from notices where recipient_id = ${recipient}
            union all select 1 from deliveries where recipient_id = ${recipient}`,
      ),
    ).toEqual([]);
  });

  it('about a deleted or past vacancy is dropped with a reason, unless it reports the deletion', async () => {
    const open = await makeVacancy(world.db, { schoolId, teacherId });
    const deleted = await makeVacancy(world.db, { schoolId, teacherId });
    const over = await makeVacancy(world.db, { schoolId, teacherId });
    const [first, second, third, fourth, fifth] = await Promise.all([
      someone(),
      someone(),
      someone(),
      someone(),
      someone(),
    ]);
    const filled = await makeVacancy(world.db, { schoolId, teacherId, status: 'filled', substituteId: fifth });
    await notifyOf('vacancy_posted', open, first);
    await notifyOf('vacancy_posted', deleted, second);
    await notifyOf('vacancy_deleted', deleted, third);
    await notifyOf('vacancy_posted', filled, fourth);
    await notifyOf('assigned', filled, fifth);
    await world.db.execute(sql`update vacancies set deleted_at = ${world.time.now} where id = ${deleted}`);
    worker = await openWorker(world);
    // Deliveries are sent in parallel, so the last one may be done first.
    for (const each of [first, second, third, fourth, fifth])
      await until(async () => ['sent', 'dropped'].includes((await deliveryTo(each))?.status ?? ''));
    expect(await deliveryTo(first)).toMatchObject({ status: 'sent' });
    expect(await deliveryTo(second)).toMatchObject({
      status: 'dropped',
      reason: 'The vacancy was deleted before this could be sent.',
    });
    expect(await deliveryTo(third)).toMatchObject({ status: 'sent' });
    expect(await deliveryTo(fifth)).toMatchObject({ status: 'sent' });
    expect(await deliveryTo(fourth)).toMatchObject({
      status: 'dropped',
      reason: 'The vacancy was filled before this could be sent.',
    });
    await worker.stop();
    worker = null;

    const late = await someone();
    await notifyOf('vacancy_posted', over, late);
    world.time.now = new Date('2026-11-23T21:00:00Z');
    worker = await openWorker(world);
    await until(async () => (await deliveryTo(late))?.status === 'dropped');
    expect(await deliveryTo(late)).toMatchObject({ reason: 'The vacancy was over before this could be sent.' });
  });
});

describe('a person whose account was deleted', () => {
  it('still gets only the notification of the deletion, under their former name', async () => {
    const id = await someone();
    const call = { config: world.config, now: world.time.now };
    await world.db.inTransaction(async (tx) => {
      await notify(tx, call, {
        kind: 'account_removed',
        cause: `removed:${id}`,
        recipients: [id],
        facts: { to: 'substitute', name: 'Maya Okafor', school: 'Lincoln', accountIsGone: true },
        schoolId,
      });
      await notify(tx, call, {
        kind: 'school_deactivated',
        cause: `also:${id}`,
        recipients: [id],
        facts: { to: 'substitute', school: 'Lincoln' },
        schoolId,
      });
      await tx.execute(
        sql`update users set deleted_at = ${world.time.now}, full_name = 'Former substitute' where id = ${id}`,
      );
    });
    worker = await openWorker(world);
    const states = await until(async () => {
      const rows = await world.db.query<{ status: string; reason: string | null }>(
        sql`select d.status, d.reason from deliveries d join notices n on n.id = d.notice_id
            where n.recipient_id = ${id} order by d.id`,
      );
      return rows.every(({ status }) => status !== 'queued') && rows;
    });
    expect(states).toEqual([
      { status: 'sent', reason: null },
      { status: 'dropped', reason: 'The account no longer exists.' },
    ]);
    expect(catcher.mails.map((mail) => mail.headers.get('to'))).toEqual([expect.stringContaining('Maya Okafor')]);
  });
});

describe('a worker', () => {
  it('does not send deliveries that another worker has claimed', async () => {
    const first = await openWorker(world);
    let accept: (verdict: 'accept') => void = () => {};
    catcher.decide = () => new Promise((resolve) => (accept = resolve));
    const { id } = await send([await someone()]);
    await until(() => catcher.handedOver === 1);
    const second = await openWorker(world);
    await second.knock();
    await second.stop();
    expect(catcher.handedOver).toBe(1);
    accept('accept');
    await first.stop();
    expect(await stateOf(id)).toMatchObject({ status: 'sent', attempts: 1 });
    expect(catcher.mails).toHaveLength(1);
  });

  it('continues after the database has dropped all its connections', async () => {
    const errors: string[] = [];
    const note = (_: object, message: string) => void errors.push(message);
    const own = await startWorker(world.database.server, {
      config: world.config,
      clock: () => world.time.now,
      log: { error: note, warn: note },
    });
    const before = await send([await someone()]);
    await settled(before.id);
    await world.db.query(
      sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`,
    );
    const after = await until(async () => send([await someone()]));
    await settled(after.id);
    expect(catcher.mails).toHaveLength(2);
    await own.stop();
  });

  it('keeps queued mail in the Outbox once the mail server is removed from the settings', async () => {
    const { id } = await send([await someone()]);
    worker = await openWorker({ ...world, config: { ...world.config, SMTP_URL: undefined } });
    expect(await settled(id)).toEqual({ status: 'kept', reason: "Email isn't set up here.", attempts: 0 });
    expect(catcher.handedOver).toBe(0);
  });
});
