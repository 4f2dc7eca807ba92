import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { login, register } from '#contract/accounts.ts';
import { importUsers, renewInvitation } from '#contract/invitations.ts';
import { askForPasswordLink } from '#contract/password-links.ts';
import { updateUser } from '#contract/users.ts';
import { notifySubstitutes } from '#contract/vacancy-staff.ts';
import { sql } from '#server/db/database.ts';
import { deliverMail } from '#server/jobs/deliver-mail.ts';
import { mailPasswordLink } from '#server/features/accounts/mail-password-link.ts';
import { catchMail, type MailCatcher } from '#test/mail-catcher.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher, makeVacancy, testPassword } from '#test/make.ts';
import { until } from '#test/until.ts';
import { openWorker, type TestWorker } from '#test/worker.ts';
import { mondayMorning, openWorld, type World } from '#test/world.ts';

let catcher: MailCatcher;
let world: World;
let worker: TestWorker;
beforeAll(async () => {
  catcher = await catchMail();
  world = await openWorld({ SMTP_URL: catcher.url, MAILS_PER_PERSON_PER_DAY: '3' });
  worker = await openWorker(world, [deliverMail, mailPasswordLink]);
});
afterAll(async () => {
  await worker.stop();
  await world.close();
  await catcher.close();
});

const idOf = (id: number) => ({ id: String(id) });
const spam = 'WIN $500 at evil.example';
const registration = (username: string, email: string, schoolId: number | null = null) => ({
  body: {
    username,
    email,
    schoolId,
    role: 'substitute' as const,
    fullName: spam,
    password: 'orchard-violin-7',
    confirmPassword: 'orchard-violin-7',
  },
});

/** Waits until no mail is queued. */
const settled = () =>
  until(async () => {
    const [row] = await world.db.query<{ waiting: boolean }>(
      sql`select exists (select from deliveries where channel = 'email' and status = 'queued')
        or exists (select from graphile_worker.jobs where task_identifier = 'mail-password-link') as waiting`,
    );
    return row?.waiting === false;
  });
async function mailsTo(address: string) {
  await settled();
  return catcher.mails.filter(({ to }) => to === address);
}

describe('mail that a stranger can cause', () => {
  it('goes to each administrator once, however often a substitute adds and removes the school', async () => {
    const school = await makeSchool(world.db);
    const admins = ['adm.one@example.org', 'adm.two@example.org'];
    for (const email of admins) await makeAdmin(world.db, school.id, { email });
    const id = await makeSubstitute(world.db, [], { isApproved: false });
    const caller = await world.as(id);
    for (let toggle = 0; toggle < 20; toggle += 1) {
      await caller.call(updateUser, {
        params: idOf(id),
        body: { selectedSchoolIds: toggle % 2 === 0 ? JSON.stringify([school.id]) : '[]' },
      });
      world.time.now = new Date(world.time.now.getTime() + 1000);
    }
    for (const email of admins) expect(await mailsTo(email)).toHaveLength(1);
    const told = await world.db.query(
      sql`select from notices n join users u on u.id = n.recipient_id where u.email = any(${admins}::text[])`,
    );
    expect(told, 'one notification each in the application').toHaveLength(2);
  });

  it('goes to at most five addresses that an account is changed to, and never contains the account holder’s words', async () => {
    const school = await makeSchool(world.db);
    const id = await makeTeacher(world.db, school.id, { fullName: spam, email: 'flipper@example.org' });
    const caller = await world.as(id);
    const statuses: number[] = [];
    for (let flip = 0; flip < 12; flip += 1) {
      const { status } = await caller.try(updateUser, {
        params: idOf(id),
        body: { email: `stranger.${flip}@example.org` },
      });
      statuses.push(status);
      world.time.now = new Date(world.time.now.getTime() + 1000);
    }
    await settled();
    const strangers = catcher.mails.filter(({ to }) => to.startsWith('stranger.'));
    expect(strangers.length).toBeLessThanOrEqual(5);
    for (const { raw } of strangers) expect(raw).not.toContain('evil.example');
    expect(statuses.filter((status) => status === 429).length).toBe(12 - strangers.length);
    expect((await mailsTo('flipper@example.org')).length, 'the trusted address is notified').toBe(strangers.length);
  });

  it('repeats a decision at most five times a day, however often an administrator reverses it', async () => {
    const school = await makeSchool(world.db);
    const admin = await world.as(await makeAdmin(world.db, school.id));
    const email = 'to.and.fro@example.org';
    const id = await makeTeacher(world.db, school.id, { isApproved: false, email });
    for (let turn = 0; turn < 14; turn += 1) {
      await admin.call(updateUser, { params: idOf(id), body: { isApproved: turn % 2 === 0 } });
      world.time.now = new Date(world.time.now.getTime() + 1000);
    }
    const subjects = (await mailsTo(email)).map(({ subject }) => subject);
    for (const subject of ['Your account is approved', 'Your account was not approved'])
      expect(subjects.filter((each) => each === subject)).toHaveLength(5);
  });

  it('sends an invitation once, however often the button is pressed', async () => {
    const school = await makeSchool(world.db);
    const admin = await world.as(await makeAdmin(world.db, school.id));
    const csv = 'Full name,Username,Email\nIvy Invited,ivy_pressed,ivy@example.org';
    await admin.call(importUsers, { body: { role: 'teacher', csv } });
    world.time.now = new Date(world.time.now.getTime() + 3_600_000);
    const [ivy] = await world.db.query<{ id: number }>(sql`select id from users where username = 'ivy_pressed'`);
    const pressed = [];
    for (let press = 0; press < 10; press += 1) {
      const { status } = await admin.try(renewInvitation, { params: idOf(ivy?.id ?? 0), body: {} });
      pressed.push(status);
      world.time.now = new Date(world.time.now.getTime() + 1000);
    }
    expect(pressed).toEqual([200, ...Array.from({ length: 9 }, () => 429)]);
    expect(await mailsTo('ivy@example.org')).toHaveLength(2);
    const slip = await admin.call(renewInvitation, { params: idOf(ivy?.id ?? 0), body: { onPaper: true } });
    expect(slip.slip?.code, 'a printed slip is not limited').toMatch(/^[a-z0-9-]+$/);
  });

  it('invites one address at most three times a day, even from an import file', async () => {
    const school = await makeSchool(world.db);
    const admin = await world.as(await makeAdmin(world.db, school.id));
    const rows = Array.from({ length: 10 }, (_, row) => `Person ${row},same_${row},same@example.org`);
    const made = await admin.call(importUsers, {
      body: { role: 'teacher', csv: `Full name,Username,Email\n${rows.join('\n')}` },
    });
    expect([made.created, made.mailed, made.slips.length]).toEqual([10, 3, 7]);
    expect(await mailsTo('same@example.org')).toHaveLength(3);
  });
});

describe('invitations', () => {
  it('are mailed to 10,000 people in a day from one school; beyond that it prints slips', async () => {
    const school = await makeSchool(world.db);
    const admin = await world.as(await makeAdmin(world.db, school.id));
    const csv = (name: string) => `Full name,Username,Email\n${name},${name}_far,${name}.far@example.org`;
    const invite = (name: string) => admin.call(importUsers, { body: { role: 'teacher', csv: csv(name) } });
    expect((await invite('Ann')).mailed).toBe(1);
    await world.db.execute(sql`update attempts set count = 9999 where key = ${`invitations-of:${school.id}`}`);
    expect((await invite('Bob')).mailed).toBe(1);
    const last = await invite('Cid');
    expect([last.mailed, last.slips.length]).toEqual([0, 1]);
  });
});

describe('an untrusted address', () => {
  it('does not affect its real owner’s sign-in and password recovery when others register with it', async () => {
    const school = await makeSchool(world.db);
    const email = 'victim@example.org';
    const victim = await makeTeacher(world.db, school.id, { email });
    const visitor = await world.as(null);
    for (const name of ['thief_1', 'thief_2']) await visitor.call(register, registration(name, email.toUpperCase()));
    expect((await visitor.try(login, { body: { username: email, password: testPassword } })).status).toBe(200);
    await visitor.call(askForPasswordLink, { body: { username: email } });
    await settled();
    const links = await world.db.query(sql`select recipient_id as id from notices where kind = 'password_link'`);
    expect(links).toEqual([{ id: victim }]);
    // A link for the thief's account isn't mailed to it either.
    const before = (await mailsTo(email)).length;
    await visitor.call(askForPasswordLink, { body: { username: 'thief_1' } });
    expect(await mailsTo(email)).toHaveLength(before);
  });

  it('gets its link and one answer to the application, without any of the applicant’s words', async () => {
    const [one, other] = [await makeSchool(world.db), await makeSchool(world.db)];
    const admins = [one, other].map(async ({ id }) => world.as(await makeAdmin(world.db, id)));
    const email = 'unasked@example.org';
    const user = await (await world.as(null)).call(register, registration('applicant_1', email, one.id));
    const applicant = await world.as(user.id);
    await applicant.call(updateUser, {
      params: idOf(user.id),
      body: { selectedSchoolIds: JSON.stringify([one.id, other.id]) },
    });
    for (const admin of admins)
      await (await admin).call(updateUser, { params: idOf(user.id), body: { isApproved: false } });
    const mails = await mailsTo(email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Confirm your email address',
      'Your account was not approved',
    ]);
    for (const { raw, text } of mails) {
      expect(raw).not.toContain('evil.example');
      expect(text).not.toContain('$500');
    }
  });
});

describe('rounds of offers', () => {
  it('are limited for a sender over all of their vacancies, and for no one else', async () => {
    world.time.now = mondayMorning;
    const school = await makeSchool(world.db);
    const [busy, other] = [await makeTeacher(world.db, school.id), await makeTeacher(world.db, school.id)];
    const round = async (teacherId: number) => {
      const id = await makeVacancy(world.db, { schoolId: school.id, teacherId, date: '2026-11-24' });
      return (await (await world.as(teacherId)).try(notifySubstitutes, { params: idOf(id), body: {} })).status;
    };
    expect(await round(busy)).toBe(200);
    await world.db.execute(sql`update attempts set count = 59 where key = ${`rounds-by:${busy}`}`);
    expect([await round(busy), await round(busy), await round(other)]).toEqual([200, 429, 200]);
  });

  it('are limited per vacancy, and use up neither another school’s daily limit nor the one for urgent mail', async () => {
    world.time.now = mondayMorning;
    const [loud, quiet] = [await makeSchool(world.db), await makeSchool(world.db)];
    const email = 'asked.too.often@example.org';
    await makeSubstitute(world.db, [loud.id, quiet.id], { email });
    const post = async (school: { id: number }, parts: { isUrgent?: boolean } = {}) => {
      const teacherId = await makeTeacher(world.db, school.id);
      const id = await makeVacancy(world.db, { schoolId: school.id, teacherId, date: '2026-11-24', ...parts });
      return { teacher: await world.as(teacherId), params: idOf(id) };
    };
    const rounds = async ({ teacher, params }: Awaited<ReturnType<typeof post>>, most: number) => {
      const statuses = [];
      for (let round = 0; round < most; round += 1) {
        statuses.push((await teacher.try(notifySubstitutes, { params, body: {} })).status);
        // The mails are sent one after the other, because the daily limit is checked when deliveries are claimed.
        await settled();
      }
      return statuses;
    };
    const statuses = await rounds(await post(loud), 16);
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(statuses.slice(10)).toEqual(Array.from({ length: 6 }, () => 429));
    expect(await mailsTo(email), 'the daily limit of this school').toHaveLength(3);
    await rounds(await post(quiet), 1);
    expect(await mailsTo(email), 'another school has its own').toHaveLength(4);
    await rounds(await post(loud, { isUrgent: true }), 4);
    expect((await mailsTo(email)).length, 'urgent mail has its own').toBe(7);
  });
});
