import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVacancies, createVacancy } from '#contract/absences.ts';
import { declineVacancy, updateVacancy, withdrawRequest } from '#contract/vacancy-moves.ts';
import { notifySubstitutes } from '#contract/vacancy-staff.ts';
import { connectionConfig, sql } from '#server/db/database.ts';
import { deliverMail } from '#server/jobs/deliver-mail.ts';
import { dispatchOffers } from '#server/jobs/dispatch-offers.ts';
import { schoolDay, week } from '#test/job-stage.ts';
import { makePeople, makeSubstitute } from '#test/make.ts';
import { openStage, type Stage } from '#test/stage.ts';
import { standInForTwilio, type TwilioStandIn } from '#test/twilio-stand-in.ts';
import { until } from '#test/until.ts';
import { openWorker } from '#test/worker.ts';

const publicUrl = 'http://firstbell.example.org';
const annsNumber = '+15185550111';
const bobsNumber = '+15185550112';
let twilio: TwilioStandIn;
let stage: Stage;
beforeAll(async () => {
  twilio = await standInForTwilio();
  stage = await openStage({
    ...twilio.settings,
    PUBLIC_URL: publicUrl,
    SMS_REPLIES: 'on',
    SMS_PER_PERSON_PER_DAY: '0',
  });
  await hasNumber(stage.ids.ann, annsNumber);
  await hasNumber(stage.ids.bob, bobsNumber);
});
afterAll(async () => {
  await stage.world.close();
  await twilio.close();
});
beforeEach(async () => {
  await stage.clear();
  twilio.sent = [];
  twilio.decide = () => 'accept';
  await stage.world.db.execute(sql`delete from attempts`);
});

async function hasNumber(id: number, number: string): Promise<void> {
  await stage.world.db.execute(sql`update users set sms_number = ${number} where id = ${id}`);
}

type Texted = { id: number; params: { id: string }; code: number; other: number; text: string };

/** Returns a vacancy that was offered by text to this many people, with Ann's and Bob's codes. */
async function texted(parts: Parameters<Stage['vacancy']>[0] = {}, people = 2): Promise<Texted> {
  return offered((await stage.vacancy(parts)).id, people);
}
async function offered(id: number, people = 2): Promise<Texted> {
  const params = { id: String(id) };
  twilio.sent = [];
  const worker = await openWorker(stage.world);
  await stage.teacher.call(notifySubstitutes, { params, body: { sendEmail: false, sendSMS: true } });
  await until(() => twilio.sent.length >= people);
  await worker.stop();
  const textTo = (number: string) => twilio.sent.find(({ to }) => to === number)?.body ?? '';
  const codeIn = (text: string) => Number(/Reply Y(\d+)/.exec(text)?.[1]);
  return { id, params, code: codeIn(textTo(annsNumber)), other: codeIn(textTo(bobsNumber)), text: textTo(annsNumber) };
}

let replies = 0;
const sid = () => `SM${String((replies += 1)).padStart(32, 'a')}`;
/** Returns the text that answers a reply; null for silence. */
async function reply(number: string, text: string, more: Record<string, string> = {}): Promise<string | null> {
  return (await answered(number, text, more)).text;
}
/** Returns the answer with the address at which Twilio reports its delivery. */
async function answered(number: string, text: string, more: Record<string, string> = {}) {
  const answer = await twilio.post(stage.world.url, publicUrl, '/api/twilio/inbound', {
    From: number,
    Body: text,
    MessageSid: sid(),
    ...more,
  });
  expect(answer.status).toBe(200);
  const [, attributes = '', said = null] = /<Message([^>]*)>(.*)<\/Message>/s.exec(answer.text) ?? [];
  return { text: said, callback: /statusCallback="(.*?)"/.exec(attributes)?.[1] ?? null };
}
const statusOf = async (id: number) =>
  (
    await stage.world.db.query<{ status: string; by: number | null }>(
      sql`select status, coalesce(substitute_id, requested_by_id) as by from vacancies where id = ${id}`,
    )
  )[0];
const when = 'Tue, Nov 24, 8:00 AM-3:00 PM';
const link = /http:\/\/firstbell\.example\.org\/go\/[A-Za-z0-9_-]{24}$/;

describe('an offer by text', () => {
  it('says how to answer it and whether a yes books, with the same code each time it is offered', async () => {
    const one = await texted();
    expect(one.text).toContain(`. Reply Y${one.code} to request it, N${one.code} to decline. http`);
    const worker = await openWorker(stage.world);
    twilio.sent = [];
    await stage.teacher.call(notifySubstitutes, { params: one.params, body: { sendEmail: false, sendSMS: true } });
    const again = await until(() => twilio.sent.find(({ to }) => to === annsNumber));
    await worker.stop();
    expect(again?.body).toContain(`Reply Y${one.code} to`);
    const two = await texted({ bookFirst: true });
    expect(two.code).toBe(one.code + 1);
    expect(two.text).toContain(`Reply Y${two.code} to be booked, N${two.code} to decline.`);
  });
});

describe('a number that no text reaches', () => {
  it('moves the next person up at once when the carrier reports it later', async () => {
    const { world, school } = stage;
    const { db } = world;
    await db.execute(sql`update schools set offering = 'best_matches' where id = ${school.id}`);
    const others = await makePeople(
      db,
      Array.from({ length: 20 }, () => ({ role: 'substitute' as const, chose: [school.id] })),
    );
    await db.execute(
      sql`insert into favorites (school_id, substitute_id, added_at) values (${school.id}, ${stage.ids.ann}, now())`,
    );
    const { id } = await stage.teacher.call(createVacancy, {
      body: {
        date: '2026-11-24',
        startTime: '08:00',
        endTime: '15:00',
        shiftType: 'full_day',
        description: 'Grade 4',
        additionalNotes: 'Plans are on the desk.',
        sendNotifications: true,
        sendSMS: true,
      },
    });
    const worker = await openWorker(world, [deliverMail, dispatchOffers]);
    const text = await until(() => twilio.sent.find(({ to }) => to === annsNumber));
    const dispatch = async () =>
      (
        await db.query<{ dueAt: Date; offered: number }>(
          sql`select due_at as "dueAt", (select count(*)::int from offers where vacancy_id = ${id}) as offered
              from dispatches where vacancy_id = ${id}`,
        )
      )[0] ?? { dueAt: new Date(0), offered: 0 };
    await until(async () => (await statesOf(id, stage.ids.ann)).includes('sent'));
    const before = await dispatch();
    world.time.now = new Date(world.time.now.getTime() + 60_000);
    await twilio.post(world.url, publicUrl, new URL(text.callback).pathname, {
      MessageSid: text.sid,
      MessageStatus: 'undelivered',
      ErrorCode: '30003',
    });
    await until(async () => (await dispatch()).offered === before.offered + 1);
    await worker.stop();
    expect(await statesOf(id, stage.ids.ann)).toEqual(['failed']);
    await db.execute(sql`update schools set offering = 'everyone' where id = ${school.id}`);
    await db.execute(sql`update users set is_active = false where id = any(${others}::bigint[])`);
  });

  const statesOf = async (vacancyId: number, who: number) =>
    (
      await stage.world.db.query<{
        status: string;
      }>(sql`select d.status from deliveries d join notices n on n.id = d.notice_id
        where n.vacancy_id = ${vacancyId} and n.recipient_id = ${who} and d.channel = 'sms'`)
    ).map(({ status }) => status);
});

describe('Y and the code', () => {
  it('requests the class, and answers with its date, time, school and link', async () => {
    const { id, code } = await texted();
    const answer = await reply(annsNumber, `y ${code}`);
    expect(answer).toContain(
      `FirstBell: You requested ${when}, ${stage.school.name}. We'll notify you when the school answers. http`,
    );
    expect(answer).toMatch(link);
    expect(await statusOf(id)).toEqual({ status: 'pending_approval', by: stage.ids.ann });
    expect(await stage.told(id)).toContainEqual(['vacancy_requested', stage.ids.teacher]);
    expect(await reply(annsNumber, `Y${code}`)).toContain(
      `You already requested ${when}, ${stage.school.name}. The school hasn't answered yet.`,
    );
  });

  it('books the class if the first request books it, and tells the next person, without a name, that they were too late', async () => {
    const { id, code, other } = await texted({ bookFirst: true });
    expect(await reply(annsNumber, `Y${code}`)).toMatch(
      new RegExp(
        `^FirstBell: You're booked: ${when}, ${stage.school.name}\\. Report by 7:\\d\\d AM\\. To undo, reply N${code} by 5:50 AM\\. http`,
      ),
    );
    const late = await reply(bobsNumber, `YES ${other}`);
    expect(late).toBe(
      `FirstBell: Someone else was faster: ${when}, ${stage.school.name} is taken. Thanks for answering.`,
    );
    expect(await statusOf(id)).toEqual({ status: 'filled', by: stage.ids.ann });
    expect(await reply(annsNumber, `Y${code}`)).toContain(`You're already booked: ${when}`);
    expect(await reply(bobsNumber, `N${other}`)).toContain('Thanks for answering. Someone else took');
  });

  it('says to report right away if the report time has passed', async () => {
    const { code } = await texted({ bookFirst: true });
    stage.world.time.now = new Date('2026-11-24T12:50:00Z');
    expect(await reply(annsNumber, `Y${code}`)).toContain(
      `You're booked: ${when}, ${stage.school.name}. Report right away. `,
    );
  });

  it('works once: a repeated delivery of the same reply gets the same answer and changes nothing', async () => {
    const { id, params, code } = await texted();
    const MessageSid = sid();
    const [first, second] = await Promise.all([
      reply(annsNumber, `Y${code}`, { MessageSid }),
      reply(annsNumber, `Y${code}`, { MessageSid }),
    ]);
    expect(first).toContain('You requested');
    expect(second).toBe(first);
    expect((await stage.history(id)).filter((kind) => kind === 'requested').length).toBe(1);
    await stage.ann.call(withdrawRequest, { params });
    const replayed = await reply(annsNumber, `Y${code}`, { MessageSid });
    expect(replayed).toContain('You requested');
    expect(replayed).toMatch(link);
    expect((await statusOf(id))?.status).toBe('open');
    expect(
      (await twilio.post(stage.world.url, publicUrl, '/api/twilio/inbound', { From: annsNumber, Body: `Y${code}` }))
        .status,
    ).toBe(403);
    const forged = { From: annsNumber, Body: `Y${code}`, MessageSid: sid() };
    expect((await twilio.post(stage.world.url, publicUrl, '/api/twilio/inbound', forged, 'forged')).status).toBe(403);
  });

  it('requests the class and keeps the answer together, or neither, and the next delivery does both', async () => {
    const owner = new pg.Client(connectionConfig(stage.world.database.owner));
    await owner.connect();
    const { id, code } = await texted();
    const message = { From: annsNumber, Body: `Y${code}`, MessageSid: sid() };
    await owner.query('alter table text_replies add constraint no_answers check (answer is null) not valid');
    expect((await twilio.post(stage.world.url, publicUrl, '/api/twilio/inbound', message)).status).toBe(500);
    await owner.query('alter table text_replies drop constraint no_answers');
    expect((await statusOf(id))?.status).toBe('open');
    expect(await stage.told(id)).not.toContainEqual(['vacancy_requested', stage.ids.teacher]);
    expect(await reply(annsNumber, `Y${code}`, message)).toContain('You requested');
    expect((await statusOf(id))?.status).toBe('pending_approval');
    await owner.end();
  });

  it('does not accept a different day from the one in the text: the answer gives the new day and asks again', async () => {
    const { id, params, code } = await texted();
    await stage.admin.call(updateVacancy, { params, body: { date: '2026-11-25' } });
    expect(await reply(annsNumber, `Y${code}`)).toContain(
      `This class has changed. It is now Wed, Nov 25, 8:00 AM-3:00 PM, ${stage.school.name}. Reply Y${code} again to accept it. http`,
    );
    expect((await statusOf(id))?.status).toBe('open');
    expect(await reply(annsNumber, `Y${code}`)).toContain('You requested Wed, Nov 25');
    expect((await statusOf(id))?.status).toBe('pending_approval');
  });

  it('does not accept a day that the class gets just then', async () => {
    const { id, code } = await texted();
    const { db } = stage.world;
    let answer: ReturnType<typeof reply> | undefined;
    await db.inTransaction(async (tx) => {
      await tx.execute(sql`update vacancies set date = '2026-11-25' where id = ${id}`);
      answer = reply(annsNumber, `Y${code}`);
      await until(
        async () =>
          (
            await db.query(
              sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            )
          ).length > 0,
      );
    });
    expect(await answer).toContain('This class has changed. It is now Wed, Nov 25');
    expect((await statusOf(id))?.status).toBe('open');
  });

  it('comes too late once the class has started or was canceled, and says so', async () => {
    const { id, code } = await texted();
    stage.world.time.now = new Date('2026-11-24T20:00:00Z');
    expect(await reply(annsNumber, `Y${code}`)).toBe(`FirstBell: It's too late for ${when}, ${stage.school.name}.`);
    stage.world.time.now = new Date('2026-11-23T13:00:00Z');
    await stage.world.db.execute(sql`update vacancies set deleted_at = now() where id = ${id}`);
    expect(await reply(annsNumber, `Y${code}`)).toBe(
      `FirstBell: ${when}, ${stage.school.name} was canceled. There's nothing left to do.`,
    );
  });

  it('is refused as in the app: at the time of another class, and without an account or a school', async () => {
    const one = await texted({ bookFirst: true });
    const two = await texted({ bookFirst: true });
    await reply(annsNumber, `Y${one.code}`);
    expect(await reply(annsNumber, `Y${two.code}`)).toContain('You have another class at that time');
    await stage.world.db.execute(sql`update users set is_active = false where id = ${stage.ids.bob}`);
    expect(await reply(bobsNumber, `Y${two.other}`)).toContain('Your account is not active right now');
    await stage.world.db.execute(sql`update users set is_active = true where id = ${stage.ids.bob}`);
    expect((await statusOf(two.id))?.status).toBe('open');
    await stage.world.db.execute(
      sql`update substitute_schools set approved_at = null, rejected_at = now() where substitute_id = ${stage.ids.bob}`,
    );
    expect(await reply(bobsNumber, `Y${two.other}`)).toContain('You no longer work for this school.');
    await stage.world.db.execute(
      sql`update substitute_schools set approved_at = now(), rejected_at = null where substitute_id = ${stage.ids.bob}`,
    );
    expect((await statusOf(two.id))?.status).toBe('open');
  });
});

const aJob = { ...schoolDay, dates: week, asOneJob: true };

describe('the text about a booking made by text', () => {
  const urgent = { bookFirst: true, isUrgent: true };
  const report = (callback: string | null, fields: Record<string, string>) =>
    twilio.post(stage.world.url, publicUrl, (callback ?? '').replace(publicUrl, ''), { MessageSid: sid(), ...fields });
  const undelivered = { MessageStatus: 'undelivered', ErrorCode: '30003' };
  /** Returns Ann's texts that the worker sends by the time it has nothing left to do. */
  const textsAfter = async (minutes: number): Promise<string[]> => {
    stage.world.time.now = new Date(stage.world.time.now.getTime() + minutes * 60_000);
    const worker = await openWorker(stage.world);
    await worker.knock();
    await until(
      async () =>
        (
          await stage.world.db.query(
            sql`select from deliveries where channel = 'sms' and status = 'queued'
                and next_attempt_at <= ${stage.world.time.now}`,
          )
        ).length === 0,
    );
    await worker.stop();
    return twilio.sent.filter(({ to }) => to === annsNumber).map(({ body }) => body);
  };
  const booking = 'FirstBell: URGENT Request approved, ';

  it('is the answer itself, once Twilio reports that it was sent', async () => {
    const { code } = await texted(urgent);
    twilio.sent = [];
    const MessageSid = sid();
    const { text, callback } = await answered(annsNumber, `Y${code}`, { MessageSid });
    expect(text).toContain(`You're booked: ${when}`);
    expect((await answered(annsNumber, `Y${code}`, { MessageSid })).callback).toBe(callback);
    expect((await report(callback, { MessageStatus: 'sent' })).status).toBe(200);
    expect((await answered(annsNumber, `Y${code}`, { MessageSid })).callback).toBeNull();
    expect(await textsAfter(2)).toEqual([]);
  });

  it('is sent after a minute if there is no such report, and at once if the answer failed', async () => {
    const one = await texted(urgent);
    twilio.sent = [];
    await reply(annsNumber, `Y${one.code}`);
    expect(await textsAfter(0)).toEqual([]);
    expect(await textsAfter(1)).toEqual([expect.stringContaining(booking)]);
    await stage.clear();
    const two = await texted(urgent);
    twilio.sent = [];
    const { callback } = await answered(annsNumber, `Y${two.code}`);
    await report(callback, undelivered);
    expect(await textsAfter(0)).toEqual([expect.stringContaining(booking)]);
  });

  it('is sent after all if the answer was sent but could not be delivered, in whichever order Twilio reports this', async () => {
    const { code } = await texted(urgent);
    twilio.sent = [];
    const { callback } = await answered(annsNumber, `Y${code}`);
    const MessageSid = sid();
    await report(callback, { MessageSid, MessageStatus: 'sent' });
    expect(await textsAfter(2)).toEqual([]);
    await report(callback, { MessageSid, ...undelivered });
    await report(callback, { MessageSid, MessageStatus: 'sent' });
    expect(await textsAfter(0)).toEqual([expect.stringContaining(booking)]);
    // The text has been sent, so a repeated report about the answer changes nothing.
    await report(callback, { MessageSid, ...undelivered });
    expect(await textsAfter(2)).toHaveLength(1);
  });

  it('is not sent if the answer could not be delivered but the booking has been undone by then', async () => {
    const { id, code } = await texted(urgent);
    twilio.sent = [];
    const { callback } = await answered(annsNumber, `Y${code}`);
    const MessageSid = sid();
    await report(callback, { MessageSid, MessageStatus: 'sent' });
    expect(await textsAfter(1)).toEqual([]);
    await reply(annsNumber, `N${code}`);
    // A second booking has its own notification.
    await stage.ann.call(updateVacancy, { params: { id: String(id) }, body: { status: 'pending_approval' } });
    expect(await textsAfter(0)).toHaveLength(1);
    await report(callback, { MessageSid, ...undelivered });
    expect(await textsAfter(0)).toHaveLength(1);
    const failed = await stage.world.db.query(
      sql`select d.reason from deliveries d join notices n on n.id = d.notice_id
          where n.vacancy_id = ${id} and d.status = 'failed'`,
    );
    expect(failed).toEqual([{ reason: 'The carrier could not deliver it (Twilio 30003).' }]);
  });

  it('is retried if Twilio was busy, even if the answer fails meanwhile', async () => {
    const { code } = await texted(urgent);
    twilio.sent = [];
    const { callback } = await answered(annsNumber, `Y${code}`);
    twilio.decide = () => ({ status: 503, code: 20503, message: 'Busy' });
    expect(await textsAfter(1)).toEqual([]);
    twilio.decide = () => 'accept';
    await report(callback, undelivered);
    expect(await textsAfter(1)).toEqual([expect.stringContaining(booking)]);
  });

  it('waits for the answer about any day of a job, whose first day has the notification', async () => {
    const [monday, tuesday] = await stage.teacher.call(createVacancies, {
      body: { ...aJob, teacherId: stage.ids.teacher, bookFirst: true, isUrgent: true },
    });
    if (monday === undefined || tuesday === undefined) throw new Error('There are three days.');
    const { code } = await offered(tuesday.id);
    twilio.sent = [];
    const MessageSid = sid();
    const { text, callback } = await answered(annsNumber, `Y${code}`, { MessageSid });
    expect(text).toContain("You're booked: Tue, Dec 1");
    expect(await statusOf(monday.id)).toEqual({ status: 'filled', by: stage.ids.ann });
    expect(callback).not.toBeNull();
    expect((await answered(annsNumber, `Y${code}`, { MessageSid })).callback).toBe(callback);
    expect(await textsAfter(0)).toEqual([]);
    await report(callback, { MessageStatus: 'delivered' });
    expect(await textsAfter(2)).toEqual([]);
  });

  it('is not sent after an undo, whose answer is its only text', async () => {
    const { code } = await texted(urgent);
    twilio.sent = [];
    await reply(annsNumber, `Y${code}`);
    const undo = await answered(annsNumber, `N${code}`);
    expect([undo.text, undo.callback]).toEqual([expect.stringContaining("You're no longer booked"), null]);
    expect(await textsAfter(2)).toEqual([]);
  });

  it('is sent as usual for a booking made in the app', async () => {
    const { params } = await texted(urgent);
    twilio.sent = [];
    await stage.ann.call(updateVacancy, { params, body: { status: 'pending_approval' } });
    expect(await textsAfter(0)).toEqual([expect.stringContaining(booking)]);
  });
});

describe('N and the code', () => {
  it('declines, a later Y requests after all, and an N after that keeps the request', async () => {
    const { id, code } = await texted();
    expect(await reply(annsNumber, `N${code}`)).toContain(
      `You declined ${when}, ${stage.school.name}. Changed your mind? Reply Y${code}.`,
    );
    expect(await stage.history(id)).toContain('declined');
    expect(await reply(annsNumber, `Y${code}`)).toContain('You requested');
    expect(await reply(annsNumber, `N${code}`)).toBe(
      `FirstBell: You requested ${when}, ${stage.school.name}. To withdraw your request, sign in: ${publicUrl}/dashboard/substitute/my-assignments`,
    );
    expect(await statusOf(id)).toEqual({ status: 'pending_approval', by: stage.ids.ann });
  });

  const pass = (seconds: number) => {
    stage.world.time.now = new Date(stage.world.time.now.getTime() + seconds * 1000);
  };

  it('undoes a booking by text for five minutes, once, without a cancellation, and a Y takes it again', async () => {
    const { id, code, other } = await texted({ bookFirst: true });
    expect(await reply(annsNumber, `Y${code}`)).toContain(`To undo, reply N${code} by 5:50 AM. http`);
    pass(299);
    const MessageSid = sid();
    const undone = `FirstBell: You're no longer booked for ${when}, ${stage.school.name}. Changed your mind? Reply Y${code}. http`;
    expect(await reply(annsNumber, `N${code}`, { MessageSid })).toContain(undone);
    expect(await statusOf(id)).toEqual({ status: 'open', by: null });
    expect((await stage.history(id)).slice(-2)).toEqual(['yes_undone', 'offered_again']);
    expect((await stage.told(id)).slice(-2)).toEqual([
      ['released', stage.ids.admin],
      ['vacancy_posted', stage.ids.bob],
    ]);
    expect(await reply(annsNumber, `Y${code}`)).toContain("You're booked");
    // A delivery that is repeated now must not end the new booking.
    expect(await reply(annsNumber, `N${code}`, { MessageSid })).toContain(undone);
    expect(await statusOf(id)).toEqual({ status: 'filled', by: stage.ids.ann });
    expect(await reply(bobsNumber, `N${other}`)).toContain('Someone else took');
  });

  it('accepts no job of which another day has changed since the text, until its answer has said so', async () => {
    const [monday, tuesday] = await stage.teacher.call(createVacancies, {
      body: { ...aJob, teacherId: stage.ids.teacher, bookFirst: true },
    });
    if (monday === undefined || tuesday === undefined) throw new Error('There are three days.');
    const { code } = await offered(monday.id);
    await stage.world.db.execute(
      sql`update vacancies set start_time = '07:00', starts_at = starts_at - interval '1 hour'
          where id = ${tuesday.id}`,
    );
    expect(await reply(annsNumber, `Y${code}`)).toContain(
      `This job has changed. It now includes Tue, Dec 1, 7:00 AM-3:00 PM. Reply Y${code} again to accept all of it.`,
    );
    expect((await statusOf(monday.id))?.status).toBe('open');
    expect(await reply(annsNumber, `Y${code}`)).toContain("You're booked: Mon, Nov 30 and 2 more days");
    expect(await statusOf(tuesday.id)).toEqual({ status: 'filled', by: stage.ids.ann });
  });

  it('undoes a booking by text with the code of any day of the job', async () => {
    const [monday, tuesday] = await stage.teacher.call(createVacancies, {
      body: { ...aJob, teacherId: stage.ids.teacher, bookFirst: true },
    });
    if (monday === undefined || tuesday === undefined) throw new Error('There are three days.');
    const [first, second] = [await offered(monday.id), await offered(tuesday.id)];
    expect(second.code).not.toBe(first.code);
    expect(await reply(annsNumber, `Y${first.code}`)).toContain("You're booked");
    expect(await statusOf(tuesday.id)).toEqual({ status: 'filled', by: stage.ids.ann });
    expect(await reply(annsNumber, `N${second.code}`)).toContain("You're no longer booked for");
    for (const { id } of [monday, tuesday]) expect((await statusOf(id))?.status).toBe('open');
  });

  it('never ends a booking afterward, nor one that was not made by text', async () => {
    const kept = `You're still booked for ${when}, ${stage.school.name}. If you can't come, cancel here: http`;
    const one = await texted({ bookFirst: true });
    await reply(annsNumber, `Y${one.code}`);
    pass(300);
    expect(await reply(annsNumber, `N${one.code}`)).toContain(kept);
    expect((await statusOf(one.id))?.status).toBe('filled');
    await stage.clear();
    const two = await texted({ bookFirst: true });
    await stage.ann.call(updateVacancy, { params: two.params, body: { status: 'pending_approval' } });
    expect(await reply(annsNumber, `N${two.code}`)).toContain(kept);
    expect((await statusOf(two.id))?.status).toBe('filled');
  });

  it('undoes a booking and keeps the answer together, or neither, and a repeated delivery ends no later booking', async () => {
    const owner = new pg.Client(connectionConfig(stage.world.database.owner));
    await owner.connect();
    const { id, code } = await texted({ bookFirst: true });
    await reply(annsNumber, `Y${code}`);
    const MessageSid = sid();
    const message = { From: annsNumber, Body: `N${code}`, MessageSid };
    await owner.query('alter table text_replies add constraint no_answers check (answer is null) not valid');
    expect((await twilio.post(stage.world.url, publicUrl, '/api/twilio/inbound', message)).status).toBe(500);
    await owner.query('alter table text_replies drop constraint no_answers');
    await owner.end();
    expect((await statusOf(id))?.status).toBe('filled');
    const undone = await reply(annsNumber, `N${code}`, { MessageSid });
    expect((await statusOf(id))?.status).toBe('open');
    pass(1);
    await stage.ann.call(updateVacancy, { params: { id: String(id) }, body: { status: 'pending_approval' } });
    expect(await reply(annsNumber, `N${code}`, { MessageSid })).toBe(undone);
    expect((await statusOf(id))?.status).toBe('filled');
  });
});

describe('a reply without a code', () => {
  it('asks which class a bare yes or no means, and lists only open offers', async () => {
    const [one, two, declined] = [await texted(), await texted({ date: '2026-11-25' }), await texted()];
    await stage.ann.call(declineVacancy, { params: declined.params });
    for (const text of ['YES', 'no', 'ok'])
      expect(await reply(annsNumber, text)).toBe(
        `FirstBell: Which class? Reply Y or N with the code. ${one.code}: ${when}, ${stage.school.name}; ${two.code}: Wed, Nov 25, 8:00 AM-3:00 PM, ${stage.school.name}. ${publicUrl}/dashboard/substitute/available-vacancies`,
      );
    // Twilio treats YES as START and answers it. That wouldn't answer an offer.
    expect(await reply(annsNumber, 'YES', { OptOutType: 'START' })).toContain('Which class?');
    expect(await reply(annsNumber, 'Who is this?')).toContain(
      "We couldn't understand this reply. Reply Y or N with the code.",
    );
    expect(await reply(annsNumber, 'Y999')).toContain('No offer to this number has the code 999.');
  });

  it('lists the class of the latest text, even if many others start sooner', async () => {
    for (let others = 0; others < 4; others += 1) await texted();
    const latest = await texted({ date: '2026-12-18' });
    expect(await reply(annsNumber, 'YES')).toContain(`${latest.code}: Fri, Dec 18, `);
  });

  it('tells apart classes at the same time and school, and says that an offer is for several days', async () => {
    const [fourth, second] = [await texted(), await texted()];
    await stage.world.db.execute(
      sql`update vacancies set grade = '4', room = case id when ${fourth.id} then '12' else '7' end
          where id in (${fourth.id}, ${second.id})`,
    );
    const [monday] = await stage.teacher.call(createVacancies, { body: { ...aJob, teacherId: stage.ids.teacher } });
    const { code } = await offered(monday?.id ?? 0);
    const said = await reply(annsNumber, 'YES');
    expect(said).toContain(`${fourth.code}: ${when}, ${stage.school.name}, Room 12; `);
    expect(said).toContain(`${second.code}: ${when}, ${stage.school.name}, Room 7; `);
    expect(said).toContain(`${code}: Mon, Nov 30 and 2 more days, `);
  });

  it("tells apart two people who share a number, and accepts only each one's own code", async () => {
    const partner = await makeSubstitute(stage.world.db, [stage.school.id], { fullName: 'Cal Lee' });
    await hasNumber(partner, annsNumber);
    const { id } = await texted({}, 3);
    const [mine, partners] = (
      await stage.world.db.query<{ code: number }>(
        sql`select code from text_codes where vacancy_id = ${id} and number = ${annsNumber} order by recipient_id`,
      )
    ).map(({ code }) => code);
    const offers = twilio.sent.map(({ body }) => body);
    expect(offers.filter((text) => text.startsWith('FirstBell (Ann): Substitute needed'))).toHaveLength(1);
    expect(offers.filter((text) => text.startsWith('FirstBell (Cal): Substitute needed'))).toHaveLength(1);
    expect(offers.filter((text) => text.startsWith('FirstBell: Substitute needed'))).toHaveLength(1);
    expect(await reply(annsNumber, 'NO')).toContain(`${mine} (Ann): ${when}`);
    expect(await reply(annsNumber, 'NO')).toContain(`${partners} (Cal): ${when}`);
    expect(await reply(annsNumber, `Y${partners}`)).toContain(`FirstBell (Cal): You requested ${when}`);
    expect(await statusOf(id)).toEqual({ status: 'pending_approval', by: partner });
    await stage.world.db.execute(sql`update users set sms_number = null where id = ${partner}`);
  });
});

it('after STOP and START, the codes of open offers still work', async () => {
  const { db } = stage.world;
  await db.execute(sql`insert into sms_consents (user_id, number, wording, agreed_at, agreed_from)
    values (${stage.ids.ann}, ${annsNumber}, 'w', now(), '127.0.0.1')`);
  const { id, code } = await texted();
  expect(await reply(annsNumber, 'STOP')).toContain("You won't get any more texts");
  expect(await reply(annsNumber, `Y${code}`)).toBeNull();
  expect(await reply(annsNumber, 'START')).toContain("You'll get texts at this number again.");
  expect(await reply(annsNumber, 'no')).toContain(`Which class? Reply Y or N with the code. ${code}: ${when}`);
  expect(await reply(annsNumber, `Y${code}`)).toContain('You requested');
  expect(await statusOf(id)).toEqual({ status: 'pending_approval', by: stage.ids.ann });
});

describe('the limits of answers', () => {
  it('a number gets thirty answers an hour; STOP and START are honored beyond that', async () => {
    const { id, code } = await texted();
    await stage.world.db.execute(
      sql`insert into attempts (key, window_start, count)
          values (${`text-reply:${annsNumber}`}, ${stage.world.time.now}, 29)`,
    );
    expect(await reply(annsNumber, 'hello')).not.toBeNull();
    expect(await reply(annsNumber, `Y${code}`)).toBeNull();
    expect((await statusOf(id))?.status).toBe('open');
    const numberOfAnn = () =>
      stage.world.db.query(sql`select sms_number as number from users where id = ${stage.ids.ann}`);
    expect(await reply(annsNumber, 'STOP')).toBeNull();
    expect(await numberOfAnn()).toEqual([{ number: null }]);
    expect(await reply(annsNumber, 'START')).toBeNull();
    expect(await numberOfAnn()).toEqual([{ number: annsNumber }]);
  });

  it('an unknown number gets one answer a day, and none outside of the allowed countries or after STOP', async () => {
    expect(await reply('+15185550190', 'Y27')).toBe(
      `FirstBell: We don't know this number. Sign in and add it to your profile to get offers by text: ${publicUrl}/`,
    );
    expect(await reply('+15185550190', 'Y27')).toBeNull();
    // START without an earlier consent starts nothing, and must not promise texts.
    expect(await reply('+15185550189', 'START')).toContain("We don't know this number.");
    expect(await reply('+15185550189', 'START')).toBeNull();
    expect(await reply('+447911123456', 'Y27')).toBeNull();
    await stage.world.db.execute(
      sql`insert into attempts (key, window_start, count) values ('text-strangers', ${stage.world.time.now}, 100)
          on conflict (key) do update set count = 100`,
    );
    expect(await reply('+15185550191', 'Y27')).toBeNull();
    await stage.world.db.execute(
      sql`insert into sms_consents (user_id, number, wording, agreed_at, agreed_from)
          values (${stage.ids.bob}, ${bobsNumber}, 'w', now(), '127.0.0.1')`,
    );
    expect(await reply(bobsNumber, 'STOP')).toContain("You won't get any more texts");
    expect(await reply(bobsNumber, 'Y27')).toBeNull();
    expect(await reply(bobsNumber, 'YES')).toContain("You'll get texts at this number again.");
    const [bob] = await stage.world.db.query(sql`select sms_number as number from users where id = ${stage.ids.bob}`);
    expect(bob).toEqual({ number: bobsNumber });
  });
});
