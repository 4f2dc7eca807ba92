import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeOwnPassword, login, register } from '#contract/accounts.ts';
import { acceptInvitation, importUsers } from '#contract/invitations.ts';
import { getLink } from '#contract/links.ts';
import { askForPasswordLink, choosePassword, getPasswordLink } from '#contract/password-links.ts';
import { finishSecondFactor, renewRecoveryCodes, startSecondFactor } from '#contract/second-factor.ts';
import { listSchools } from '#contract/schools.ts';
import { currentUser } from '#contract/session.ts';
import { createUser, resetPassword } from '#contract/users.ts';
import { declineVacancy, undeclineVacancy, updateVacancy, withdrawRequest } from '#contract/vacancy-moves.ts';
import { notifySubstitutes } from '#contract/vacancy-staff.ts';
import { listVacancyHistory } from '#contract/vacancy-history.ts';
import { sql } from '#server/db/database.ts';
import { setPassword } from '#server/features/accounts/commands.ts';
import { endSessionsOf } from '#server/security/sessions.ts';
import { mailPasswordLink } from '#server/features/accounts/mail-password-link.ts';
import { linkKey, tokenFor } from '#server/security/keys.ts';
import { hashPassword } from '#server/security/passwords.ts';
import { otpOf } from '#test/authenticator.ts';
import { awaitCodesOf } from '#test/codes.ts';
import { holdHashing } from '#test/hold-hashing.ts';
import {
  makeAdmin,
  makeOwner,
  makeSchool,
  makeSubstitute,
  makeTeacher,
  makeVacancy,
  testPassword,
} from '#test/make.ts';
import { until } from '#test/until.ts';
import { openWorker, type TestWorker } from '#test/worker.ts';
import { type Caller, callerAt, openWorld, type World } from '#test/world.ts';

let world: World;
let worker: TestWorker;
let oak: number;
let visitor: Caller;
beforeAll(async () => {
  world = await openWorld({ TRUST_PROXY: '1', LOGIN_ATTEMPTS_PER_MINUTE: '10' });
  worker = await openWorker(world, [mailPasswordLink]);
  oak = (await makeSchool(world.db)).id;
  visitor = await world.as(null);
});
afterAll(async () => {
  await worker.stop();
  await world.close();
});

/** Returns a browser that keeps its cookies. */
function browser(address: string) {
  const jar = new Map<string, string>();
  const send = async (...[endpoint, input, headers = {}]: Parameters<Caller['try']>) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await callerAt(world.url, cookie === '' ? null : cookie).try(endpoint, input, {
      'x-forwarded-for': address,
      ...headers,
    });
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    return answer;
  };
  return {
    try: send as Caller['try'],
    signIn: (username: string, password: string) => send(login, { body: { username, password } }),
    signOut: () => jar.delete('firstbell'),
    has: (name: string) => jar.has(name),
  };
}
let addresses = 0;
const newAddress = () => `10.1.${(addresses += 1) >> 8}.${addresses & 255}`;
const later = (minutes: number) => (world.time.now = new Date(world.time.now.getTime() + minutes * 60_000));
const person = (username: string, password = 'orchard-violin-7') => ({
  username,
  password,
  confirmPassword: password,
  fullName: 'Maya Okafor',
  email: `${username}@example.org`,
  role: 'teacher' as const,
  schoolId: oak,
});
const failuresOf = async (username: string) =>
  (await world.db.query<{ n: number }>(sql`select failed_sign_ins as n from users where username = ${username}`))[0]?.n;
const eventsOf = async (id: number) =>
  (
    await world.db.query<{ event: string }>(
      sql`select coalesce(facts ->> 'event', kind) as event from notices where recipient_id = ${id} order by id`,
    )
  ).map(({ event }) => event);

describe('guessing a password', () => {
  it('gets ten tries a minute from one address, even when all come at once', async () => {
    await makeTeacher(world.db, oak, { username: 'at_once' });
    const stranger = browser(newAddress());
    const answers = await Promise.all(Array.from({ length: 26 }, (_, n) => stranger.signIn('at_once', `guess ${n}`)));
    const answered = (status: number) => answers.filter((answer) => answer.status === status).length;
    // If ten passwords take over two seconds here, some tries are refused as too busy instead. Nothing else changes.
    const [tried, busy, limited] = [answered(401), answered(503), answered(429)];
    expect(tried).toBeLessThanOrEqual(10);
    expect(tried + busy).toBeGreaterThanOrEqual(10);
    expect(tried + busy + limited).toBe(26);
    // A try that is refused while it waits counts. One that is refused at once doesn't.
    const failures = await failuresOf('at_once');
    expect(failures).toBeGreaterThanOrEqual(tried);
    expect(failures).toBeLessThanOrEqual(Math.min(10, tried + busy));
    // An unknown username gets the same answer.
    const at = newAddress();
    const unknown = await Promise.all(Array.from({ length: 12 }, () => browser(at).signIn('nobody_here', 'guess')));
    expect(unknown.filter(({ status }) => status === 429)).toHaveLength(2);
  });

  it('does not lock people out of the browser where they registered, accepted an invitation or signed in, even from the same address', async () => {
    const admin = await world.as(await makeAdmin(world.db, oak));
    const made = await admin.call(importUsers, {
      body: { role: 'teacher', csv: 'Full name,Username\nIda Invited,ida_invited' },
    });
    await makeTeacher(world.db, oak, { username: 'sid_signed' });
    const homes = {
      reg_home: browser(newAddress()),
      ida_invited: browser(newAddress()),
      sid_signed: browser(newAddress()),
    };
    expect((await homes.reg_home.try(register, { body: person('reg_home', testPassword) })).status).toBe(201);
    const accepted = await homes.ida_invited.try(acceptInvitation, {
      params: { code: made.slips[0]?.code ?? '' },
      body: { password: testPassword, confirmPassword: testPassword },
    });
    expect(accepted.status).toBe(200);
    await homes.sid_signed.signIn('sid_signed', testPassword);
    for (const [username, home] of Object.entries(homes)) {
      await world.db.execute(sql`update users set failed_sign_ins = 100 where username = ${username}`);
      home.signOut();
      expect((await browser(newAddress()).signIn(username, testPassword)).status, `${username} elsewhere`).toBe(401);
      expect((await home.signIn(username, testPassword)).status, `${username} at home`).toBe(200);
    }
    // The stranger is in the same staff room: same address, another browser.
    const staffRoom = newAddress();
    const own = browser(staffRoom);
    await own.signIn('sid_signed', testPassword);
    for (let n = 0; n < 12; n += 1) await browser(staffRoom).signIn('sid_signed', `guess ${n}`);
    await world.db.execute(sql`update attempts set count = 1000 where key = ${`sign-ins:${staffRoom}`}`);
    expect((await browser(staffRoom).signIn('sid_signed', testPassword)).status).toBe(429);
    expect((await own.signIn('sid_signed', testPassword)).status).toBe(200);
  });

  it('does not lock out either of two people who share a browser', async () => {
    await makeTeacher(world.db, oak, { username: 'shares_one' });
    await makeTeacher(world.db, oak, { username: 'shares_two' });
    const shared = browser(newAddress());
    await shared.signIn('shares_one', testPassword);
    await shared.signIn('shares_two', testPassword);
    await world.db.execute(sql`update users set failed_sign_ins = 100 where username like 'shares%'`);
    expect((await shared.signIn('shares_one', testPassword)).status).toBe(200);
    expect((await shared.signIn('shares_two', testPassword)).status).toBe(200);
  });
});

describe('a password that changes while it is being verified', () => {
  it('neither starts a session nor authorizes a change', async () => {
    const id = await makeTeacher(world.db, oak, { username: 'overtaken' });
    const inside = await world.as(id);
    const fresh = await hashPassword('granite-harbor-9');
    const release = holdHashing();
    const entering = browser(newAddress()).signIn('overtaken', testPassword);
    const changing = inside.try(changeOwnPassword, {
      body: { currentPassword: testPassword, password: 'stolen-anyway-3', confirmPassword: 'stolen-anyway-3' },
    });
    await until(async () => (await failuresOf('overtaken')) === 1);
    await until(
      async () => (await world.db.query(sql`select from attempts where key = ${`password:${id}`}`)).length === 1,
    );
    await world.db.inTransaction(async (tx) => {
      await setPassword(tx, id, fresh, false, world.time.now);
      await endSessionsOf(tx, id);
    });
    release();
    expect((await entering).status).toBe(401);
    expect((await changing).status).toBeGreaterThanOrEqual(400);
    expect(await world.db.query(sql`select from sessions where user_id = ${id}`)).toEqual([]);
    expect((await browser(newAddress()).signIn('overtaken', 'granite-harbor-9')).status).toBe(200);
  });

  it('is hashed without holding a database connection', async () => {
    const admin = await world.as(await makeAdmin(world.db, oak));
    const first = await makeTeacher(world.db, oak);
    const invited = await admin.call(importUsers, {
      body: { role: 'teacher', csv: 'Full name,Username\nIvo In,ivo_in' },
    });
    const linked = await makeTeacher(world.db, oak, { username: 'linked_up' });
    await visitor.call(askForPasswordLink, { body: { username: 'linked_up' } });
    const [link = ''] = await awaitCodesOf(world.db, linked);
    const coded = await world.as(await makeTeacher(world.db, oak));
    const turning = await world.as(await makeTeacher(world.db, oak));
    const secrets = [await coded.call(startSecondFactor), await turning.call(startSecondFactor)];
    const otps = secrets.map(({ secret }) => otpOf(secret, world.time.now));
    await coded.call(finishSecondFactor, { body: { otp: otps[0] ?? '' } });
    // Opens all connections first, so that a call holding one could be seen.
    await Promise.all(Array.from({ length: 10 }, () => world.db.query(sql`select pg_sleep(0.01)`)));
    const chosen = { password: 'granite-harbor-9', confirmPassword: 'granite-harbor-9' };
    /**
     * Makes calls while hashing is blocked. Returns their statuses and the transactions that were open in the meantime.
     */
    const callWithoutHashes = async (calls: () => Promise<{ status: number }>[]) => {
      const release = holdHashing();
      const answers = calls();
      // These calls go through while the others wait for their hashes.
      for (let n = 0; n < 4; n += 1) await visitor.call(listSchools);
      const open = await world.db.query(
        sql`select query from pg_stat_activity
            where datname = current_database() and state = 'idle in transaction' and pid <> pg_backend_pid()`,
      );
      release();
      return { open, statuses: (await Promise.all(answers)).map(({ status }) => status) };
    };
    expect(
      await callWithoutHashes(() => [
        visitor.try(register, { body: person('held_one') }),
        admin.try(createUser, {
          body: { ...chosen, username: 'held_two', role: 'teacher', fullName: 'Held Two', schoolId: oak },
        }),
        admin.try(importUsers, { body: { role: 'teacher', csv: 'Full name,Username\nHeld Three,held_three' } }),
        admin.try(resetPassword, { body: { userId: first, newPassword: 'granite-harbor-9' } }),
        visitor.try(acceptInvitation, { params: { code: invited.slips[0]?.code ?? '' }, body: chosen }),
        visitor.try(choosePassword, { params: { code: link }, body: chosen }),
      ]),
    ).toEqual({ open: [], statuses: [201, 201, 201, 200, 200, 200] });
    // Ten hashes each: one at a time, so that a busy machine finishes them before a call times out.
    expect(await callWithoutHashes(() => [coded.try(renewRecoveryCodes)])).toEqual({ open: [], statuses: [200] });
    expect(await callWithoutHashes(() => [turning.try(finishSecondFactor, { body: { otp: otps[1] ?? '' } })])).toEqual({
      open: [],
      statuses: [200],
    });
  });
});

describe('a registration repeated with its idempotency key', () => {
  const key = { 'idempotency-key': 'the-answer-got-lost' };

  it('signs in again, even when the cookie had already arrived, but not after the password has changed', async () => {
    const body = person('twice_sent');
    const lost = await browser(newAddress()).try(register, { body }, key);
    const phone = browser(newAddress());
    const again = await phone.try(register, { body }, key);
    expect([again.status, again.body.id]).toEqual([201, lost.body.id]);
    expect((await phone.try(currentUser)).body.username).toBe('twice_sent');
    expect(phone.has('firstbell-device')).toBe(true);
    const third = await phone.try(register, { body }, key);
    expect([third.status, third.body.id], 'with the cookie of the first reply').toEqual([201, lost.body.id]);

    const fresh = await hashPassword('granite-harbor-9');
    await world.db.inTransaction(async (tx) => {
      await setPassword(tx, lost.body.id, fresh, false, world.time.now);
      await endSessionsOf(tx, lost.body.id);
    });
    const late = browser(newAddress());
    expect((await late.try(register, { body }, key)).status).toBe(201);
    expect(late.has('firstbell'), 'an old password does not sign in').toBe(false);
    expect((await late.try(register, { body: { ...body, password: 'x' } }, key)).status).toBe(400);
  });
});

describe('a link', () => {
  it('to a new password keeps working when a stranger requests another one', async () => {
    const id = await makeTeacher(world.db, oak, { username: 'asked_for' });
    const ask = async (wanted: number) => {
      await visitor.call(askForPasswordLink, { body: { username: 'asked_for' } });
      return awaitCodesOf(world.db, id, wanted);
    };
    const [own = ''] = await ask(1);
    later(6);
    const [, strangers = ''] = await ask(2);
    expect((await visitor.try(getPasswordLink, { params: { code: own } })).status).toBe(200);
    const chosen = { password: 'granite-harbor-9', confirmPassword: 'granite-harbor-9' };
    const used = await Promise.all(
      [own, strangers].map((code) => visitor.try(choosePassword, { params: { code }, body: chosen })),
    );
    expect(
      used.map(({ status }) => status).toSorted((a, b) => a - b),
      'one link works, once',
    ).toEqual([200, 404]);
  });

  it('that acts on a vacancy stops working when its recipient’s password is reset', async () => {
    const teacherId = await makeTeacher(world.db, oak);
    const ann = await makeSubstitute(world.db, [oak]);
    const vacancy = await makeVacancy(world.db, { schoolId: oak, teacherId, date: '2026-12-03' });
    await (await world.as(teacherId)).call(notifySubstitutes, { params: { id: String(vacancy) }, body: {} });
    const [notice] = await world.db.query<{ id: number }>(sql`select id from notices where recipient_id = ${ann}`);
    const params = { token: tokenFor(await linkKey(world.db), 'open', notice?.id ?? 0) };
    expect((await visitor.try(getLink, { params })).status).toBe(200);
    later(1);
    const admin = await world.as(await makeAdmin(world.db, oak));
    await admin.call(resetPassword, { body: { userId: ann, newPassword: 'granite-harbor-9' } });
    expect((await visitor.try(getLink, { params })).status).toBe(404);
  });
});

describe('a change that gives someone else access', () => {
  it('requires a fresh proof of identity and notifies the people affected', async () => {
    const teacherId = await makeTeacher(world.db, oak);
    const admin = await world.as(await makeAdmin(world.db, oak));
    const [olive, otto] = [await makeOwner(world.db), await makeOwner(world.db)];
    const owner = await world.as(olive);
    const teacher = await world.as(teacherId);
    const { secret } = await teacher.call(startSecondFactor);
    await teacher.call(finishSecondFactor, { body: { otp: otpOf(secret, world.time.now) } });
    await teacher.call(renewRecoveryCodes);
    expect(await eventsOf(teacherId)).toEqual(['second_factor_on', 'recovery_codes_renewed']);

    const another = {
      username: 'new_owner',
      password: testPassword,
      confirmPassword: testPassword,
      role: 'overall_admin' as const,
      fullName: 'Nell Newman',
    };
    const reset = { userId: teacherId, newPassword: 'granite-harbor-9' };
    later(11);
    expect((await admin.try(resetPassword, { body: reset })).body.code).toBe('identity_unproved');
    expect((await owner.try(createUser, { body: another })).body.code).toBe('identity_unproved');
    expect((await teacher.try(renewRecoveryCodes)).body.code).toBe('identity_unproved');
    const [freshOwner, freshAdmin] = [await world.as(olive), await world.as(await makeAdmin(world.db, oak))];
    const made = await freshOwner.call(createUser, { body: another });
    for (const id of [olive, otto, made.id]) expect((await eventsOf(id)).at(-1)).toBe('owner_added');
    await freshAdmin.call(resetPassword, { body: reset });
    expect((await eventsOf(teacherId)).at(-1)).toBe('password_reset');
  });
});

describe('declining or requesting a vacancy and undoing it', () => {
  it('is limited, so that the history does not fill up', async () => {
    const teacherId = await makeTeacher(world.db, oak);
    const vacancy = await makeVacancy(world.db, { schoolId: oak, teacherId, date: '2026-12-04' });
    const ann = await world.as(await makeSubstitute(world.db, [oak]));
    const params = { id: String(vacancy) };
    for (let n = 0; n < 5; n += 1) {
      await ann.call(updateVacancy, { params, body: { status: 'pending_approval' } });
      await ann.call(withdrawRequest, { params });
    }
    await ann.call(updateVacancy, { params, body: { status: 'pending_approval' } });
    expect((await ann.try(withdrawRequest, { params })).status).toBe(429);
    await world.db.execute(sql`delete from attempts where key like 'withdraw:%'`);
    await ann.call(withdrawRequest, { params });

    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1)
      for (const call of [declineVacancy, undeclineVacancy]) statuses.push((await ann.try(call, { params })).status);
    expect(statuses).toContain(429);
    const lines = await (await world.as(teacherId)).call(listVacancyHistory, { params });
    expect(lines.filter(({ kind }) => kind === 'declined')).toHaveLength(3);
  });
});
