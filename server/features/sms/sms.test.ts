import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listMessages, listNotices, listOutbox, sendMessage } from '#contract/messages.ts';
import { getUser } from '#contract/person.ts';
import { confirmSms, countSms, endSms, startSms } from '#contract/sms.ts';
import { updateUser } from '#contract/users.ts';
import { notifySubstitutes } from '#contract/vacancy-staff.ts';
import { smsConsentWording } from '#domain/sms.ts';
import { sql } from '#server/db/database.ts';
import { codesOf } from '#test/codes.ts';
import { makeOwner, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { standInForTwilio, type TwilioStandIn } from '#test/twilio-stand-in.ts';
import { until } from '#test/until.ts';
import { openWorker, type TestWorker } from '#test/worker.ts';
import { mondayMorning, openWorld, type World } from '#test/world.ts';

const publicUrl = 'http://firstbell.example.org';
let twilio: TwilioStandIn;
let world: World;
let worker: TestWorker | null = null;
let schoolId: number;
let teacherId: number;
beforeAll(async () => {
  twilio = await standInForTwilio();
  world = await openWorld({
    ...twilio.settings,
    PUBLIC_URL: publicUrl,
    SMS_PER_PERSON_PER_DAY: '3',
    SMS_PER_SCHOOL_PER_MONTH: '50',
  });
  schoolId = (await makeSchool(world.db, { name: 'Lincoln' })).id;
  teacherId = await makeTeacher(world.db, schoolId, { fullName: 'Joan Hale' });
});
afterAll(async () => {
  await world.close();
  await twilio.close();
});
beforeEach(() => {
  world.time.now = mondayMorning;
  twilio.sent = [];
  twilio.calls = 0;
  twilio.decide = () => 'accept';
});
afterEach(async () => {
  await worker?.stop();
  worker = null;
});

let numbers = 0;
async function someone({ agreed = true, at = schoolId } = {}): Promise<{ id: number; number: string }> {
  const number = `+1518555${String((numbers += 1)).padStart(4, '0')}`;
  const id = await makeSubstitute(world.db, [at], { phone: number });
  if (agreed) await world.db.execute(sql`update users set sms_number = ${number} where id = ${id}`);
  return { id, number };
}
const urgent = async (recipients: number[], from = teacherId) =>
  (await world.as(from)).call(sendMessage, {
    body: { subject: 'Room 4', message: 'Please call.', recipients, isUrgent: true },
  });
type State = { id: number; status: string; reason: string | null; attempts: number };
async function stateOf(recipient: number): Promise<State | undefined> {
  const [row] = await world.db.query<State>(
    sql`select id, status, reason, attempts from deliveries where recipient_id = ${recipient} and channel = 'sms'
        order by id desc limit 1`,
  );
  return row;
}
const reaches = (recipient: number, status: string) =>
  until(async () => {
    const state = await stateOf(recipient);
    return state?.status === status && state;
  });

describe('agreeing to SMS', () => {
  it('requires the code sent to the number, and stores the wording with its time and address', async () => {
    worker = await openWorker(world);
    const { id } = await someone({ agreed: false });
    const person = await world.as(id);
    expect(await person.call(startSms, { body: { phone: '(518) 555-0177', agreed: true } })).toEqual({
      number: '+15185550177',
      minutes: 10,
      isSetUp: true,
    });
    const sms = await until(() => twilio.sent.find(({ to }) => to === '+15185550177'));
    expect(sms).toMatchObject({ from: '+15185550199' });
    const code = /FirstBell: (\d{6}) is your code/.exec(sms?.body ?? '')?.[1] ?? '';
    expect(await person.call(listNotices)).toEqual([]);
    expect((await person.try(confirmSms, { body: { code: '000000' } })).body.fields).toEqual({
      code: "This isn't the code we sent.",
    });
    expect((await urgent([id])).smsSent).toBe(0);
    expect(await person.call(confirmSms, { body: { code } })).toEqual({ number: '+15185550177' });
    expect((await urgent([id])).smsSent).toBe(1);
    const [consent] = await world.db.query(
      sql`select number, wording, agreed_at as at, agreed_from as "from", ended_at as ended from sms_consents
          where user_id = ${id}`,
    );
    expect(consent).toEqual({
      number: '+15185550177',
      wording: smsConsentWording,
      at: mondayMorning,
      from: '127.0.0.1',
      ended: null,
    });
    const owner = await world.as(await makeOwner(world.db));
    expect(JSON.stringify(await owner.call(listOutbox))).not.toContain(code);
  });

  it('needs consent and a number, and a code does not work a sixth time, after ten minutes, or for another person', async () => {
    const { id } = await someone({ agreed: false });
    const person = await world.as(id);
    expect((await person.try(startSms, { body: { phone: '12', agreed: true } })).body.fields?.phone).toContain(
      "This isn't a mobile number.",
    );
    // @ts-expect-error: consent can't be given with false.
    expect((await person.try(startSms, { body: { phone: '(518) 555-0101', agreed: false } })).body.fields).toEqual({
      agreed: 'Please agree to get text messages first.',
    });
    const codeFor = async () => {
      await person.call(startSms, { body: { phone: '(518) 555-0101', agreed: true } });
      const code = (await codesOf(world.db, id)).at(-1) ?? '';
      expect(code).toMatch(/^\d{6}$/);
      return code;
    };
    let code = await codeFor();
    expect((await (await world.as((await someone()).id)).try(confirmSms, { body: { code } })).status).toBe(404);
    for (let tries = 0; tries < 5; tries += 1) await person.try(confirmSms, { body: { code: 'wrong' } });
    expect((await person.try(confirmSms, { body: { code } })).body.fields).toEqual({
      code: 'This code no longer works. Request a new one.',
    });
    world.time.now = new Date(mondayMorning.getTime() + 60_000);
    code = await codeFor();
    world.time.now = new Date(world.time.now.getTime() + 10 * 60_000);
    expect((await person.try(confirmSms, { body: { code } })).status).toBe(404);
    for (let more = 0; more < 3; more += 1) await codeFor();
    expect((await person.try(startSms, { body: { phone: '(518) 555-0101', agreed: true } })).status).toBe(429);
  });

  it('cannot be given by a checkbox in the profile, and ends there, with another number, and by its own call', async () => {
    for (const end of ['profile', 'number', 'call'] as const) {
      const { id } = await someone();
      const person = await world.as(id);
      const params = { id: String(id) };
      if (end === 'profile') await person.call(updateUser, { params, body: { smsOptIn: false } });
      if (end === 'number') await person.call(updateUser, { params, body: { phone: '(518) 555-0999' } });
      if (end === 'call') await person.call(endSms);
      expect((await person.try(updateUser, { params, body: { smsOptIn: true } })).body.fields).toEqual({
        smsOptIn: 'Confirm your number with a code first.',
      });
      expect((await urgent([id])).smsSent, end).toBe(0);
    }
  });
});

describe('an urgent message', () => {
  it('is sent by SMS, and Twilio reports its delivery with a signed call', async () => {
    worker = await openWorker(world);
    const [{ id, number }, other] = [await someone(), await someone({ agreed: false })];
    expect(await urgent([id, other.id])).toMatchObject({ recipients: 2, smsSent: 1 });
    await reaches(id, 'sent');
    const sms = twilio.sent.find(({ to }) => to === number);
    expect(sms).toMatchObject({ body: `FirstBell: URGENT Joan Hale: Room 4. ${publicUrl}/dashboard/substitute` });
    const path = new URL(sms?.callback ?? '').pathname;
    const fields = { MessageSid: sms?.sid ?? '', MessageStatus: 'delivered' };
    expect((await twilio.post(world.url, publicUrl, path, fields, 'forged')).status).toBe(403);
    expect((await stateOf(id))?.status).toBe('sent');
    expect((await twilio.post(world.url, publicUrl, path, fields)).status).toBe(200);
    expect((await stateOf(id))?.status).toBe('delivered');
    // A late status changes nothing.
    await twilio.post(world.url, publicUrl, path, { ...fields, MessageStatus: 'sent' });
    await twilio.post(world.url, publicUrl, path, { ...fields, MessageStatus: 'failed', ErrorCode: '30003' });
    const [message] = await (await world.as(teacherId)).call(listMessages);
    const bySms = message?.notificationStatus.filter(({ channel }) => channel === 'sms') ?? [];
    expect(Object.fromEntries(bySms.map(({ recipientId, status }) => [recipientId, status]))).toEqual({
      [id]: 'delivered',
      [other.id]: 'not_opted_in',
    });
  });

  it('that the carrier cannot deliver is marked as failed, with the reason', async () => {
    worker = await openWorker(world);
    const { id, number } = await someone();
    await urgent([id]);
    await reaches(id, 'sent');
    const sms = twilio.sent.find(({ to }) => to === number);
    await twilio.post(world.url, publicUrl, new URL(sms?.callback ?? '').pathname, {
      MessageSid: sms?.sid ?? '',
      MessageStatus: 'undelivered',
      ErrorCode: '30003',
    });
    expect(await stateOf(id)).toMatchObject({
      status: 'failed',
      reason: 'The carrier could not deliver it (Twilio 30003).',
    });
    // The person reads that their number doesn't work, until a text reaches it.
    const failed = async () =>
      (await (await world.as(id)).call(getUser, { params: { id: String(id) } })).failedChannels;
    expect(await failed()).toEqual(['sms']);
    await urgent([id]);
    await reaches(id, 'sent');
    expect(await failed()).toEqual([]);
  });

  it('is retried if Twilio is busy, but not if it refuses, and never after STOP', async () => {
    worker = await openWorker(world);
    const [busy, wrong, left] = [await someone(), await someone(), await someone()];
    twilio.decide = ({ to }) => {
      if (to === busy.number) return twilio.calls > 3 ? 'accept' : { status: 503, code: 20503, message: 'Busy' };
      return to === wrong.number
        ? { status: 400, code: 21211, message: `The number ${to} is not valid` }
        : { status: 400, code: 21610, message: 'Unsubscribed recipient' };
    };
    await urgent([busy.id, wrong.id, left.id]);
    expect(await reaches(wrong.id, 'failed')).toMatchObject({
      reason: '400 The number this address is not valid',
      attempts: 1,
    });
    await reaches(left.id, 'failed');
    expect((await urgent([left.id])).smsSent).toBe(0);
    expect(
      await until(async () => {
        const state = await stateOf(busy.id);
        return state?.attempts === 1 && state.reason !== null && state;
      }),
    ).toMatchObject({ status: 'queued', reason: '503 Busy' });
    world.time.now = new Date(mondayMorning.getTime() + 60_000);
    await worker.knock();
    expect(await reaches(busy.id, 'sent')).toMatchObject({ attempts: 2 });
  });

  it('is limited per person and day by the settings', async () => {
    worker = await openWorker(world);
    const { id } = await someone();
    for (let n = 0; n < 3; n += 1) {
      await urgent([id]);
      await until(
        async () =>
          (await world.db.query(sql`select 1 from deliveries where recipient_id = ${id} and status = 'sent'`))
            .length ===
          n + 1,
      );
    }
    await urgent([id]);
    expect(await reaches(id, 'dropped')).toMatchObject({ reason: 'This person has reached the daily limit.' });
  });
});

describe('quiet hours', () => {
  it('hold an SMS until 5 AM in the school’s time, except for people who allow urgent ones', async () => {
    worker = await openWorker(world);
    const [asleep, awake] = [await someone(), await someone()];
    await world.db.execute(sql`update users set urgent_may_disturb = true where id = ${awake.id}`);
    world.time.now = new Date('2026-11-24T03:00:00Z');
    await urgent([asleep.id, awake.id]);
    await reaches(awake.id, 'sent');
    expect(
      await until(async () => {
        const state = await stateOf(asleep.id);
        return state !== undefined && state.reason !== null && state;
      }),
    ).toMatchObject({ status: 'queued', attempts: 0, reason: 'Waiting for quiet hours to end.' });
    world.time.now = new Date('2026-11-24T10:00:00Z');
    await worker.knock();
    expect(await reaches(asleep.id, 'sent')).toMatchObject({ attempts: 1 });
  });
});

describe('STOP, START and HELP', () => {
  let replies = 0;
  const say = async (number: string, Body: string, more: Record<string, string> = {}) =>
    twilio.post(world.url, publicUrl, '/api/twilio/inbound', {
      From: number,
      Body,
      MessageSid: `SM${(replies += 1)}`,
      ...more,
    });

  it('end, resume and explain SMS for the sending number', async () => {
    const [{ id, number }, bystander] = [await someone(), await someone()];
    await world.db.execute(
      sql`insert into sms_consents (user_id, number, wording, agreed_at, agreed_from)
          values (${id}, ${number}, 'w', ${mondayMorning}, '127.0.0.1')`,
    );
    await urgent([id]);
    const stop = await say(number, ' stop ');
    expect(stop.text).toBe(
      "<Response><Message>FirstBell: You won't get any more texts at this number. Reply START to get them again.</Message></Response>",
    );
    expect(await stateOf(id)).toMatchObject({
      status: 'dropped',
      reason: 'They stopped text messages before this could be sent.',
    });
    expect((await urgent([id])).smsSent).toBe(0);
    expect((await urgent([bystander.id])).smsSent).toBe(1);
    expect((await say(number, 'HELP')).text).toContain('Reply STOP to end them');
    expect((await say(number, 'Start')).text).toContain("You'll get texts at this number again");
    expect((await urgent([id])).smsSent).toBe(1);
    const consents = await world.db.query(
      sql`select ended_by as "by", agreed_from as "from" from sms_consents where user_id = ${id} order by id`,
    );
    expect(consents).toEqual([
      { by: 'stop', from: '127.0.0.1' },
      { by: null, from: `START from ${number}` },
    ]);
  });

  it('keep a START that came after a text that the carrier refuses only now, but not after one that it refuses later', async () => {
    worker = await openWorker(world);
    const { id, number } = await someone();
    await world.db.execute(
      sql`insert into sms_consents (user_id, number, wording, agreed_at, agreed_from)
          values (${id}, ${number}, 'w', ${world.time.now}, '127.0.0.1')`,
    );
    const sentToThem = async () => {
      const before = twilio.sent.length;
      expect((await urgent([id])).smsSent).toBe(1);
      return until(() => twilio.sent.slice(before).find(({ to }) => to === number));
    };
    const refuse = async (sms: Awaited<ReturnType<typeof sentToThem>>) =>
      twilio.post(world.url, publicUrl, new URL(sms?.callback ?? '').pathname, {
        MessageSid: sms?.sid ?? '',
        MessageStatus: 'undelivered',
        ErrorCode: '21610',
      });
    const pass = () => {
      world.time.now = new Date(world.time.now.getTime() + 1000);
    };
    const early = await sentToThem();
    await reaches(id, 'sent');
    pass();
    await say(number, 'STOP');
    await say(number, 'START');
    pass();
    await refuse(early);
    const late = await sentToThem();
    await reaches(id, 'sent');
    await refuse(late);
    expect((await urgent([id])).smsSent).toBe(0);
  });

  it('are refused without using the database if Twilio did not sign them, and counted', async () => {
    const own = await openWorld({ ...twilio.settings, PUBLIC_URL: publicUrl, METRICS_TOKEN: 'the-token-of-this-test' });
    const path = '/api/twilio/inbound';
    const count = async (signature: string) => {
      const headers = { authorization: 'Bearer the-token-of-this-test' };
      const text = await (await fetch(`${own.url}/metrics`, { headers })).text();
      const line = new RegExp(`unsigned_calls_total\\{route="${path}",signature="${signature}"\\} (\\d+)`).exec(text);
      return Number(line?.[1] ?? 0);
    };
    const before = { missing: await count('missing'), wrong: await count('wrong') };
    // Nothing in the database can be reached.
    const { pool } = own.database;
    const held = await Promise.all(Array.from({ length: pool.options.max ?? 1 }, async () => pool.connect()));
    const form = (body: string, headers: Record<string, string> = {}) =>
      fetch(`${own.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body,
      });
    // Without a signature, the body isn't read: even one that is too large.
    expect((await form(`Body=${'x'.repeat(40_000)}`)).status).toBe(403);
    expect((await form('Body=STOP', { 'x-twilio-signature': 'x'.repeat(28) })).status).toBe(403);
    // Thousands of fields aren't checked for a signature.
    const fields = Array.from({ length: 3000 }, (_, n) => `${n}=`).join('&');
    expect((await form(fields, { 'x-twilio-signature': 'x'.repeat(28) })).status).toBe(413);
    for (const each of held) each.release();
    expect(await count('missing')).toBe(before.missing + 1);
    expect(await count('wrong')).toBe(before.wrong + 1);
    await own.close();
  });

  it('require Twilio’s signature; START needs earlier consent, and nothing is answered twice', async () => {
    const { id, number } = await someone();
    expect(
      (await twilio.post(world.url, publicUrl, '/api/twilio/inbound', { From: number, Body: 'STOP' }, 'forged')).status,
    ).toBe(403);
    expect((await urgent([id])).smsSent).toBe(1);
    const stranger = await someone({ agreed: false });
    await say(stranger.number, 'START');
    expect((await urgent([stranger.id])).smsSent).toBe(0);
    expect((await say(number, 'STOP', { OptOutType: 'STOP' })).text).toBe('<Response/>');
  });
});

describe("a school's SMS in a month", () => {
  it('are counted before they are sent, and stop at the cap, separately for each school', async () => {
    const [small, large] = [(await makeSchool(world.db)).id, (await makeSchool(world.db)).id];
    const teacher = await makeTeacher(world.db, small);
    const people = await Promise.all(Array.from({ length: 4 }, () => someone({ at: small })));
    const silent = await someone({ at: small, agreed: false });
    await world.db.execute(
      sql`insert into school_sms (school_id, month, sent) values (${small}, '2026-11', 47), (${small}, '2026-10', 50)`,
    );
    const ids = people.map(({ id }) => id);
    const caller = await world.as(teacher);
    expect(await caller.call(countSms, { body: { recipients: [...ids, silent.id] } })).toEqual({
      isSetUp: true,
      reached: 4,
      usedThisMonth: 47,
      monthlyLimit: 50,
    });
    // People who turn off SMS about offers may still want messages.
    await world.db.execute(
      sql`update users set notice_choices = '{"offers": {"sms": false}}' where id = ${ids[0] ?? 0}`,
    );
    expect(await caller.call(countSms, { body: { recipients: ids, about: 'offers' } })).toMatchObject({ reached: 3 });
    expect(await caller.call(countSms, { body: { recipients: ids } })).toMatchObject({ reached: 4 });
    worker = await openWorker(world);
    expect(await urgent(ids, teacher)).toMatchObject({ recipients: 4, smsSent: 3 });
    await until(
      async () =>
        (
          await world.db.query(
            sql`select 1 from deliveries where school_id = ${small} and channel = 'sms' and status = 'sent'`,
          )
        ).length === 3,
    );
    expect((await caller.call(countSms, { body: { recipients: ids } })).usedThisMonth).toBe(50);
    const states = await world.db.query<{ status: string; reason: string | null }>(
      sql`select status, reason from deliveries where school_id = ${small} and channel = 'sms' and status <> 'sent'`,
    );
    expect(states).toEqual([
      { status: 'dropped', reason: 'The school has used all its text messages for this month.' },
    ]);
    const elsewhere = await someone({ at: large });
    expect((await urgent([elsewhere.id], await makeTeacher(world.db, large))).smsSent).toBe(1);
  });
});

describe('a vacancy', () => {
  it('is sent by SMS with school, date, times and a personal link', async () => {
    worker = await openWorker(world);
    const quietSchool = (await makeSchool(world.db, { name: 'Oak Elementary' })).id;
    const teacher = await makeTeacher(world.db, quietSchool);
    const [one, two] = [await someone({ at: quietSchool }), await someone({ at: quietSchool })];
    const vacancyId = await makeVacancy(world.db, { schoolId: quietSchool, teacherId: teacher, isUrgent: true });
    expect(
      await (
        await world.as(teacher)
      ).call(notifySubstitutes, { params: { id: String(vacancyId) }, body: { sendEmail: false, sendSMS: true } }),
    ).toMatchObject({ notified: 2, emailsSent: 0, smsSent: 2 });
    const sent = await until(() => {
      const both = twilio.sent.filter(({ to }) => to === one.number || to === two.number);
      return both.length === 2 && both;
    });
    for (const { body } of sent)
      expect(body).toMatch(
        /^FirstBell: URGENT Substitute needed, Oak Elementary, November 23, 2026, 8:00 AM-3:00 PM\. Report by 7:45 AM\. http:\/\/firstbell\.example\.org\/go\/[A-Za-z0-9_-]{24}$/,
      );
    expect(new Set(sent.map(({ body }) => body)).size).toBe(2);
  });

  it('says to report right away if it is sent after the report time, whenever it was written', async () => {
    const late = (await makeSchool(world.db, { name: 'Late Elementary' })).id;
    const teacher = await makeTeacher(world.db, late);
    const { number } = await someone({ at: late });
    const vacancyId = await makeVacancy(world.db, { schoolId: late, teacherId: teacher, isUrgent: true });
    world.time.now = new Date('2026-11-23T12:40:00Z');
    const body = { sendEmail: false, sendSMS: true };
    await (await world.as(teacher)).call(notifySubstitutes, { params: { id: String(vacancyId) }, body });
    world.time.now = new Date('2026-11-23T12:50:00Z');
    worker = await openWorker(world);
    const text = await until(() => twilio.sent.find(({ to }) => to === number));
    expect(text?.body).toContain('8:00 AM-3:00 PM. Report right away. http');
  });
});
