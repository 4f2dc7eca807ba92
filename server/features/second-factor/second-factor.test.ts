import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeOwnPassword, listOwnSessions, login } from '#contract/accounts.ts';
import { getNoticeSettings } from '#contract/notice-settings.ts';
import { listSchools } from '#contract/schools.ts';
import { currentUser, getBadges } from '#contract/session.ts';
import {
  confirmIdentity,
  endSecondFactor,
  finishSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  startSecondFactor,
} from '#contract/second-factor.ts';
import { listUsers, updateUser } from '#contract/users.ts';
import { readConfig } from '#server/core/config.ts';
import { sql } from '#server/db/database.ts';
import { resetOwner } from '#server/features/accounts/first-owner.ts';
import { codeAt, stepOf } from '#server/security/totp.ts';
import { holdHashing } from '#test/hold-hashing.ts';
import { makeAdmin, makeOwner, makeSchool, makeSubstitute, makeTeacher, testPassword } from '#test/make.ts';
import { until } from '#test/until.ts';
import { type Caller, callerAt, mondayMorning, openWorld, type World } from '#test/world.ts';

let world: World;
let oak: number;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.time.now = mondayMorning;
  oak = (await makeSchool(world.db)).id;
});

const later = (seconds: number) => (world.time.now = new Date(world.time.now.getTime() + seconds * 1000));

/** Returns the authenticator app's code for a secret. */
function appOf(base32: string): { codeNow(away?: number): string } {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...base32].map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0')).join('');
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  return { codeNow: (away = 0) => codeAt(secret, stepOf(world.time.now) + away) };
}

async function turnOn(caller: Caller) {
  const { secret, uri } = await caller.call(startSecondFactor);
  const app = appOf(secret);
  const { recoveryCodes } = await caller.call(finishSecondFactor, { body: { otp: app.codeNow() } });
  later(60);
  return { app, recoveryCodes, uri };
}

/** Returns a person with a second factor who is about to sign in. */
async function protectedTeacher(username: string) {
  const id = await makeTeacher(world.db, oak, { username });
  const caller = await world.as(id);
  const visitor = await world.as(null);
  const signIn = (otp?: string, password = testPassword) =>
    visitor.try(login, { body: { username, password, ...(otp === undefined ? {} : { otp }) } });
  return { id, caller, signIn, ...(await turnOn(caller)) };
}

const told = async (id: number) =>
  (
    await world.db.query<{ event: string }>(
      sql`select facts ->> 'event' as event from notices where recipient_id = ${id} and kind = 'account_security'
          order by id`,
    )
  ).map(({ event }) => event);

describe('turning it on', () => {
  it('does not confirm a secret with a code of the previous one', async () => {
    const caller = await world.as(await makeTeacher(world.db, oak));
    const before = await caller.call(startSecondFactor);
    const release = holdHashing();
    const finishing = caller.try(finishSecondFactor, { body: { otp: appOf(before.secret).codeNow() } });
    await until(
      async () => (await world.db.query(sql`select from second_factors where last_step is not null`)).length > 0,
    );
    const after = await caller.call(startSecondFactor);
    release();
    const { status, body } = await finishing;
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['otp']]);
    await caller.call(finishSecondFactor, { body: { otp: appOf(after.secret).codeNow() } });
  });

  it('requires a first code, shows ten recovery codes once, ends all other sessions and notifies', async () => {
    const id = await makeTeacher(world.db, oak, { username: 'tess_on' });
    const [here, elsewhere] = [await world.as(id), await world.as(id)];
    const { secret, uri } = await here.call(startSecondFactor);
    expect(uri).toBe(`otpauth://totp/FirstBell%3Atess_on?secret=${secret}&issuer=FirstBell`);
    expect(await here.call(getSecondFactor)).toEqual({ since: null, recoveryCodesLeft: 0 });
    const wrong = await here.try(finishSecondFactor, { body: { otp: '000000' } });
    expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([400, ['otp']]);
    const spaced = appOf(secret)
      .codeNow()
      .replace(/^(...)/, '$1 ');
    const { recoveryCodes } = await here.call(finishSecondFactor, { body: { otp: spaced } });
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await here.call(getSecondFactor)).toEqual({ since: mondayMorning.toISOString(), recoveryCodesLeft: 10 });
    expect(await here.call(currentUser)).toMatchObject({ secondFactor: 'on' });
    expect((await elsewhere.try(currentUser)).status).toBe(401);
    expect(await told(id)).toEqual(['second_factor_on']);
    expect((await here.try(startSecondFactor)).body.code).toBe('second_factor_on');
    expect((await here.try(finishSecondFactor, { body: { otp: '000000' } })).body.code).toBe('second_factor_on');
  });

  it('has no effect before that: the password alone signs in', async () => {
    const id = await makeTeacher(world.db, oak, { username: 'tess_begun' });
    await (await world.as(id)).call(startSecondFactor);
    expect(
      (await (await world.as(null)).try(login, { body: { username: 'tess_begun', password: testPassword } })).status,
    ).toBe(200);
  });

  it('stores neither secret nor codes in plain text', async () => {
    const { id, recoveryCodes } = await protectedTeacher('tess_kept');
    const [row] = await world.db.query<{ secret: Buffer; codes: Buffer[] }>(
      sql`select secret, (select array_agg(code_hash) from recovery_codes where user_id = ${id}) as codes
          from second_factors where user_id = ${id}`,
    );
    expect(row?.secret.length).toBe(12 + 20 + 16);
    expect(row?.codes.some((hash) => recoveryCodes.some((code) => hash.toString('latin1').includes(code)))).toBe(false);
  });
});

describe('signing in with it', () => {
  it('requires the code, accepts it once, and no older or later one', async () => {
    const { app, signIn, id } = await protectedTeacher('tess_in');
    const asked = await signIn();
    expect([asked.status, asked.body.code, asked.headers.get('set-cookie')]).toEqual([
      401,
      'second_factor_required',
      null,
    ]);
    const code = app.codeNow();
    expect((await signIn(code)).status).toBe(200);
    const again = await signIn(code);
    expect([again.status, again.body.code, Object.keys(again.body.fields ?? {})]).toEqual([401, 'wrong_code', ['otp']]);
    expect((await signIn(app.codeNow(-1))).status, 'one before the one that was taken').toBe(401);
    expect((await signIn(app.codeNow(2))).status).toBe(401);
    expect((await signIn(app.codeNow(1))).status).toBe(200);
    expect(await told(id)).toEqual(['second_factor_on']);
  });

  it('does not ask without the correct password', async () => {
    const { app, signIn } = await protectedTeacher('tess_stranger');
    for (const otp of [undefined, app.codeNow()])
      expect((await signIn(otp, 'wrong')).body.code).toBe('wrong_credentials');
    expect((await signIn(app.codeNow())).status, 'the code was not used up').toBe(200);
  });

  it('accepts only one of many attempts with the same code at once', async () => {
    const { app, signIn } = await protectedTeacher('tess_race');
    const code = app.codeNow();
    const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('accepts each recovery code once, in any notation, and says so', async () => {
    const { recoveryCodes, signIn, id } = await protectedTeacher('tess_lost');
    const [first = '', second = ''] = recoveryCodes;
    expect((await signIn(first.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
    expect((await signIn(first)).body.code).toBe('wrong_code');
    const answers = await Promise.all(Array.from({ length: 5 }, () => signIn(second)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await told(id)).toEqual(['second_factor_on', 'recovery_code_used', 'recovery_code_used']);
  });

  it('allows ten wrong codes in 15 minutes, and a hundred in a row; recovery codes still work then', async () => {
    const { app, recoveryCodes, signIn, id } = await protectedTeacher('tess_guessed');
    for (let guess = 0; guess < 10; guess += 1) expect((await signIn('123')).status).toBe(401);
    const held = await signIn(app.codeNow());
    expect([held.status, Number(held.headers.get('retry-after')) > 0]).toEqual([429, true]);
    later(901);
    await world.db.execute(sql`update second_factors set failures = 99 where user_id = ${id}`);
    expect((await signIn('123')).status).toBe(401);
    expect((await signIn(app.codeNow())).status, 'the 101st').toBe(401);
    expect((await signIn(recoveryCodes[0])).status).toBe(200);
    expect((await signIn(app.codeNow())).status).toBe(200);
  });
});

describe('sign-in data', () => {
  it('can be changed only shortly after entering password and code', async () => {
    const { id, caller, app } = await protectedTeacher('tess_sudo');
    later(600);
    const changes = {
      email: () => caller.try(updateUser, { params: { id: String(id) }, body: { email: 'other@example.org' } }),
      password: () =>
        caller.try(changeOwnPassword, {
          body: { currentPassword: testPassword, password: 'granite-harbor-9', confirmPassword: 'granite-harbor-9' },
        }),
      codes: () => caller.try(renewRecoveryCodes),
    };
    for (const change of Object.values(changes)) expect((await change()).body.code).toBe('identity_unproved');
    expect((await caller.try(updateUser, { params: { id: String(id) }, body: { bio: 'Anything else' } })).status).toBe(
      200,
    );
    expect((await caller.try(confirmIdentity, { body: { password: 'wrong' } })).body.fields).toEqual({
      password: "This isn't your password.",
    });
    const half = await caller.try(confirmIdentity, { body: { password: testPassword } });
    expect([half.status, half.body.code]).toEqual([401, 'second_factor_required']);
    expect((await caller.try(confirmIdentity, { body: { password: testPassword, otp: '123' } })).status).toBe(400);
    await caller.call(confirmIdentity, { body: { password: testPassword, otp: app.codeNow() } });
    for (const change of Object.values(changes)) expect((await change()).status).toBe(200);
    expect(await told(id)).toEqual(['second_factor_on', 'email_changed', 'password_changed', 'recovery_codes_renewed']);
    const mails = await world.db.query<{ address: string }>(
      sql`select d.address from deliveries d join notices n on n.id = d.notice_id
          where n.recipient_id = ${id} and n.facts ->> 'event' = 'email_changed'`,
    );
    expect(mails, 'the previous address is notified').toEqual([{ address: 'tess_sudo@example.org' }]);
  });

  it('is protected the same way without a second factor', async () => {
    const id = await makeTeacher(world.db, oak);
    const caller = await world.as(id);
    later(601);
    const change = () => caller.try(updateUser, { params: { id: String(id) }, body: { email: 'other@example.org' } });
    expect((await change()).body.code).toBe('identity_unproved');
    expect((await caller.try(startSecondFactor)).body.code).toBe('identity_unproved');
    expect((await caller.try(finishSecondFactor, { body: { otp: '123456' } })).body.code).toBe('identity_unproved');
    await caller.call(confirmIdentity, { body: { password: testPassword } });
    expect((await change()).status).toBe(200);
  });
});

describe('turning it off', () => {
  it('requires password and code', async () => {
    const { id, caller, app, signIn } = await protectedTeacher('tess_off');
    for (const [body, field] of [
      [{ password: 'wrong', otp: app.codeNow() }, 'password'],
      [{ password: testPassword, otp: '123' }, 'otp'],
    ] as const) {
      const refused = await caller.try(endSecondFactor, { body });
      expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, [field]]);
    }
    await caller.call(endSecondFactor, { body: { password: testPassword, otp: app.codeNow() } });
    expect((await signIn()).status).toBe(200);
    expect(await told(id)).toEqual(['second_factor_on', 'second_factor_off']);
    expect((await caller.try(endSecondFactor, { body: { password: testPassword, otp: app.codeNow() } })).status).toBe(
      404,
    );
    expect(await world.db.query(sql`select 1 from recovery_codes where user_id = ${id}`)).toEqual([]);
  });

  it('by an administrator is recorded, notifies the person and ends all sessions', async () => {
    const adminId = await makeAdmin(world.db, oak, { fullName: 'Alma Admin' });
    const admin = await world.as(adminId);
    const { id, caller, signIn } = await protectedTeacher('tess_reset');
    const listed = await admin.call(listUsers, { query: { role: 'teacher' } });
    expect(listed.find((person) => person.id === id)?.can).toContain('resetSecondFactor');
    await admin.call(resetSecondFactor, { body: { userId: id } });
    expect((await caller.try(currentUser)).status).toBe(401);
    expect((await signIn()).status).toBe(200);
    expect(await told(id)).toEqual(['second_factor_on', 'second_factor_reset']);
    expect(await world.db.query(sql`select act, actor_id as by from audit_log where subject_id = ${id}`)).toEqual([
      { act: 'user.reset_second_factor', by: adminId },
    ]);
    const after = await admin.call(listUsers, { query: { role: 'teacher' } });
    expect(after.find((person) => person.id === id)?.can).not.toContain('resetSecondFactor');
  });

  it('is allowed for the owner for school admins, and for no one of another school', async () => {
    const adminId = await makeAdmin(world.db, oak);
    const admin = await world.as(adminId);
    await turnOn(admin);
    const elm = (await makeSchool(world.db)).id;
    const shared = await makeSubstitute(world.db, [oak, elm]);
    const neighbor = await world.as(await makeAdmin(world.db, elm));
    expect((await neighbor.try(resetSecondFactor, { body: { userId: adminId } })).status).toBe(404);
    expect((await neighbor.try(resetSecondFactor, { body: { userId: shared } })).status).toBe(403);
    const owner = await world.as(await makeOwner(world.db));
    await owner.call(resetSecondFactor, { body: { userId: adminId } });
    expect((await admin.try(currentUser)).status).toBe(401);
    later(601);
    expect((await owner.try(resetSecondFactor, { body: { userId: adminId } })).body.code).toBe('identity_unproved');
  });

  it('can be done for the platform owner on the server itself', async () => {
    await world.db.execute(sql`update users set deleted_at = now(), is_active = false where role = 'overall_admin'`);
    const id = await makeOwner(world.db, { username: 'the_owner' });
    await turnOn(await world.as(id));
    const { username, password } = await resetOwner(world.db);
    expect((await (await world.as(null)).try(login, { body: { username, password } })).status).toBe(200);
  });

  it('happens automatically when the account is deleted', async () => {
    const { id } = await protectedTeacher('tess_gone');
    await world.db.execute(sql`update users set deleted_at = now() where id = ${id}`);
    expect(await world.db.query(sql`select 1 from second_factors where user_id = ${id}`)).toEqual([]);
  });
});

describe('a required second factor', () => {
  it('is asked of owners and school admins, but not enforced on http', async () => {
    const admin = await world.as(await makeAdmin(world.db, oak));
    expect(await admin.call(currentUser)).toMatchObject({ secondFactor: 'asked' });
    expect((await admin.try(getBadges)).status).toBe(200);
    expect(await (await world.as(await makeTeacher(world.db, oak))).call(currentUser)).toMatchObject({
      secondFactor: 'offered',
    });
  });

  it('on https allows only session calls before it is on', async () => {
    const secure = await openWorld({ PUBLIC_URL: 'https://first.example' });
    try {
      const { id: school } = await makeSchool(secure.db);
      const people = {
        admin: await makeAdmin(secure.db, school),
        owner: await makeOwner(secure.db),
        teacher: await makeTeacher(secure.db, school),
      };
      const as = async (id: number) =>
        callerAt(secure.url, (await secure.as(id)).cookie?.replace('firstbell=', '__Host-firstbell=') ?? null);
      for (const id of [people.admin, people.owner]) {
        const caller = await as(id);
        expect(await caller.call(currentUser)).toMatchObject({ secondFactor: 'required' });
        for (const call of [getBadges, listOwnSessions, getNoticeSettings, listUsers]) {
          const refused = await caller.try(call);
          expect([call.path, refused.status, refused.body.code]).toEqual([call.path, 403, 'second_factor_missing']);
        }
        // Only public calls still work.
        expect(await caller.call(listSchools)).toEqual(await (await secure.as(null)).call(listSchools));
        world.time.now = secure.time.now;
        const { secret } = await caller.call(startSecondFactor);
        await caller.call(finishSecondFactor, { body: { otp: appOf(secret).codeNow() } });
        expect((await caller.try(getBadges)).status).toBe(200);
        expect(Object.keys((await caller.call(listSchools))[0] ?? {})).toContain('address');
      }
      expect((await (await as(people.teacher)).try(getBadges)).status).toBe(200);
    } finally {
      await secure.close();
    }
  });

  it('takes https from PUBLIC_URL', () => {
    expect(readConfig({ PUBLIC_URL: 'https://first.example' }).PUBLIC_URL.startsWith('https:')).toBe(true);
  });
});
