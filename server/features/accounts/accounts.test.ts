import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeOwnPassword, login, register } from '#contract/accounts.ts';
import { currentUser, logout } from '#contract/session.ts';
import { sql } from '#server/db/database.ts';
import { makeAdmin, makeOwner, makeSchool, makeSubstitute, makeTeacher, testPassword } from '#test/make.ts';
import { until } from '#test/until.ts';
import { callerAt, openWorld, type World } from '#test/world.ts';

let world: World;
let schoolId: number;
beforeAll(async () => {
  world = await openWorld();
  schoolId = (await makeSchool(world.db)).id;
});
afterAll(() => world.close());

const form = {
  password: 'orchard-violin-7',
  confirmPassword: 'orchard-violin-7',
  fullName: 'Maya Okafor',
  email: 'maya@example.org',
  role: 'teacher' as const,
};
const cookieOf = (headers: Headers) => headers.get('set-cookie')?.split(';')[0] ?? null;

describe('registering', () => {
  it('creates an unapproved account, by default a teacher’s, signs in, and answers with the person', async () => {
    const visitor = await world.as(null);
    const { role: _, ...withoutRole } = form;
    const { status, body, headers } = await visitor.try(register, {
      body: { ...withoutRole, username: 'maya_o', schoolId },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ username: 'maya_o', fullName: 'Maya Okafor', role: 'teacher', isApproved: false });
    const maya = callerAt(world.url, cookieOf(headers));
    expect(await maya.call(currentUser)).toMatchObject({ username: 'maya_o' });
  });

  it('names the wrong field', async () => {
    const visitor = await world.as(null);
    const cases: [object, string, string][] = [
      [{ username: 'ab' }, 'username', 'Username must be at least 3 characters'],
      [{ username: 'a'.repeat(33) }, 'username', 'This can have at most 32 characters.'],
      [{ fullName: 'a'.repeat(101) }, 'fullName', 'This can have at most 100 characters.'],
      [{ username: 'a b c' }, 'username', 'Username may only contain letters, numbers and underscores'],
      [{ confirmPassword: 'another-one-8' }, 'confirmPassword', "Passwords don't match"],
      [{ password: 'short', confirmPassword: 'short' }, 'password', 'Password must be at least 8 characters'],
      [{ schoolId: null }, 'schoolId', 'Please select a school'],
      [{ schoolId: 999_999 }, 'schoolId', 'Please select a school'],
      [{ email: 'nonsense' }, 'email', 'Invalid email address'],
      [{ role: 'overall_admin' }, 'role', 'Choose teacher, substitute or school_admin.'],
      [{ isApproved: true }, 'isApproved', 'Unknown field.'],
    ];
    for (const [change, field, sentence] of cases) {
      const { status, body } = await visitor.try(register, {
        body: { ...form, username: 'somebody', schoolId, ...change },
      });
      expect([status, body.fields?.[field]], field).toEqual([400, sentence]);
    }
  });

  it('treats Ann and ann as the same username', async () => {
    const visitor = await world.as(null);
    await visitor.call(register, { body: { ...form, username: 'Ann_L', schoolId } });
    const again = await visitor.try(register, { body: { ...form, username: 'ann_l', schoolId } });
    expect([again.status, again.body.code]).toEqual([409, 'username_taken']);
    expect((await visitor.try(login, { body: { username: 'ANN_L', password: form.password } })).status).toBe(200);
  });

  it('creates once per Idempotency-Key, and refuses the key with different content', async () => {
    const visitor = await world.as(null);
    const body = { ...form, username: 'once_only', schoolId };
    const key = { 'idempotency-key': 'a-key-of-this-attempt' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => visitor.try(register, { body }, key)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    const other = await visitor.try(register, { body: { ...body, username: 'another_one' } }, key);
    expect(other.body.code).toBe('key_reused');
  });

  it('uses up no confirmation link of its network if it is refused', async () => {
    const visitor = await world.as(null);
    await makeTeacher(world.db, schoolId, { username: 'has_it' });
    const links = async () =>
      (await world.db.query<{ count: number }>(sql`select count from attempts where key like 'email-links-from:%'`))[0]
        ?.count ?? 0;
    const before = await links();
    const statusOf = async (change: { username: string; schoolId?: number }) =>
      (await visitor.try(register, { body: { ...form, email: 'fresh@example.org', schoolId, ...change } })).status;
    expect(await statusOf({ username: 'Has_It' })).toBe(409);
    expect(await statusOf({ username: 'no_school', schoolId: 999_999 })).toBe(400);
    expect(await links()).toBe(before);
    expect(await statusOf({ username: 'first_here' })).toBe(201);
    expect(await links()).toBe(before + 1);
  });

  it('leaves the counts of its network to others while its transaction is under way', async () => {
    const visitor = await world.as(null);
    let registering: Promise<unknown> | undefined;
    await world.db.inTransaction(async (tx) => {
      await tx.execute(sql`lock table sessions in share row exclusive mode`);
      registering = visitor.call(register, {
        body: { ...form, username: 'still_going', email: 'still@example.org', schoolId },
      });
      await until(async () => {
        const blocked = await world.db.query(
          sql`select from pg_stat_activity
              where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
        );
        return blocked.length > 0;
      });
      const free = await world.db.query<{ key: string }>(
        sql`select split_part(key, ':', 1) as key from attempts where key ~ '^(register|email-links-from):' order by key
            for update skip locked`,
      );
      expect(free.map(({ key }) => key)).toEqual(['email-links-from', 'register']);
    });
    await registering;
  });
});

describe('signing in', () => {
  it('accepts a username or a unique email, and gives a wrong password and an unknown name the same answer', async () => {
    const visitor = await world.as(null);
    await makeTeacher(world.db, schoolId, { username: 'joan_h', email: 'joan@example.org' });
    expect((await visitor.try(login, { body: { username: 'joan_h', password: testPassword } })).status).toBe(200);
    expect((await visitor.try(login, { body: { username: 'Joan@Example.org', password: testPassword } })).status).toBe(
      200,
    );
    const wrong = await visitor.try(login, { body: { username: 'joan_h', password: 'wrong' } });
    const unknown = await visitor.try(login, { body: { username: 'nobody_here', password: 'wrong' } });
    expect([wrong.status, wrong.body]).toEqual([unknown.status, unknown.body]);
    expect(wrong.body.error).toBe('Invalid username or password.');
  });

  it('says who can enable a disabled account', async () => {
    const visitor = await world.as(null);
    const parts = { isActive: false };
    await makeTeacher(world.db, schoolId, { ...parts, username: 'off_teacher' });
    await makeAdmin(world.db, schoolId, { ...parts, username: 'off_admin' });
    await makeOwner(world.db, { ...parts, username: 'off_owner' });
    for (const [username, enabler] of [
      ['off_teacher', 'your school administrator'],
      ['off_admin', 'the platform owner'],
      ['off_owner', 'another platform owner'],
    ] as const) {
      const { status, body } = await visitor.try(login, { body: { username, password: testPassword } });
      expect([status, body.error]).toEqual([403, `This account is disabled. Ask ${enabler}.`]);
    }
  });

  it('limits guessing at one account without locking its owner out elsewhere', async () => {
    const visitor = await world.as(null);
    await makeTeacher(world.db, schoolId, { username: 'guessed_at' });
    for (let guess = 0; guess < 10; guess += 1) {
      expect((await visitor.try(login, { body: { username: 'guessed_at', password: `guess ${guess}` } })).status).toBe(
        401,
      );
    }
    const refused = await visitor.try(login, { body: { username: 'guessed_at', password: testPassword } });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    world.time.now = new Date(world.time.now.getTime() + 61_000);
    expect((await visitor.try(login, { body: { username: 'guessed_at', password: testPassword } })).status).toBe(200);
  });

  it('ends with logout, and everywhere else with a password change', async () => {
    const id = await makeTeacher(world.db, schoolId, { username: 'two_phones' });
    const [one, other] = [await world.as(id), await world.as(id)];
    await one.call(changeOwnPassword, {
      body: { currentPassword: testPassword, password: 'granite-harbor-9', confirmPassword: 'granite-harbor-9' },
    });
    expect((await other.try(currentUser)).status).toBe(401);
    expect((await one.try(currentUser)).status).toBe(200);
    await one.call(logout);
    expect((await one.try(currentUser)).status).toBe(401);
  });

  it('is refused from another site', async () => {
    const visitor = await world.as(null);
    const { status, body } = await visitor.try(
      login,
      { body: { username: 'joan_h', password: testPassword } },
      { origin: 'https://evil.example' },
    );
    expect([status, body.code]).toEqual([403, 'wrong_origin']);
    expect(
      (await visitor.try(login, { body: { username: 'joan_h', password: testPassword } }, { origin: world.url }))
        .status,
    ).toBe(200);
  });
});

describe('GET /api/user', () => {
  it('is one’s complete record, as the specification has the user, without the password', async () => {
    const school = await makeSchool(world.db);
    const id = await makeSubstitute(world.db, [school.id], { phone: '(518) 555-0100' });
    await world.db
      .execute(sql`update users set qualifications = 'License', preferred_subjects = 'Math', bio = 'Numbers',
          gender = 'female', department = 'Science',
      subjects = 'Physics', general_availability = '{"monday": "all_day"}' where id = ${id}`);
    const me = await (await world.as(id)).call(currentUser);
    expect(me).toMatchObject({
      id,
      role: 'substitute',
      isApproved: true,
      isActive: true,
      isPlatformOwner: false,
      phone: '(518) 555-0100',
      resumeUrl: null,
      profileImageUrl: null,
      qualifications: 'License',
      preferredSubjects: 'Math',
      bio: 'Numbers',
      gender: 'female',
      department: 'Science',
      subjects: 'Physics',
      selectedSchoolIds: `[${school.id}]`,
      approvedSchoolIds: `[${school.id}]`,
      smsOptIn: false,
      passwordSetByOther: false,
    });
    expect(JSON.parse(me.generalAvailability ?? '')).toMatchObject({ monday: 'all_day' });
    expect(me.createdAt).toBe(me.joinedAt);
    expect(Object.keys(me).filter((name) => /password/i.test(name))).toEqual(['passwordSetByOther']);
    const teacher = await makeTeacher(world.db, school.id);
    expect(await (await world.as(teacher)).call(currentUser)).toMatchObject({
      generalAvailability: null,
      approvedSchoolIds: '[]',
    });
  });
});
