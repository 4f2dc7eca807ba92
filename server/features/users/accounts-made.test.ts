import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { login } from '#contract/accounts.ts';
import { currentUser } from '#contract/session.ts';
import { getUser } from '#contract/person.ts';
import { createUser, deleteUser, listUsers, resetPassword, updateUser } from '#contract/users.ts';
import { sql } from '#server/db/database.ts';
import {
  makeAdmin,
  makeOwner,
  makeSchool,
  makeSubstitute,
  makeTeacher,
  makeVacancy,
  testPassword,
} from '#test/make.ts';
import { type Caller, openWorld, type World } from '#test/world.ts';

let world: World;
let oak: number;
let elm: number;
let admin: Caller;
let elmAdmin: Caller;
let owner: Caller;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  oak = (await makeSchool(world.db, { name: 'Oak School' })).id;
  elm = (await makeSchool(world.db)).id;
  admin = await world.as(await makeAdmin(world.db, oak, { fullName: 'Alma Admin' }));
  elmAdmin = await world.as(await makeAdmin(world.db, elm));
  owner = await world.as(await makeOwner(world.db));
});

const at = (id: number) => ({ params: { id: String(id) } });
const password = 'quiet-canal-61';
let made = 0;
const form = (change: object = {}) => {
  made += 1;
  return {
    username: `made_${made}`,
    password,
    confirmPassword: password,
    fullName: 'Mona Made',
    role: 'teacher' as const,
    ...change,
  };
};

describe('an account created by an administrator', () => {
  it("can be for a teacher at the administrator's own school: approved and active, with a request to replace the password", async () => {
    const body = {
      ...form(),
      email: '',
      phone: '(518) 555-0100',
      department: 'Math',
      schoolId: oak,
      isApproved: false,
      isActive: true,
      isPlatformOwner: false,
    };
    const answer = await admin.try(createUser, { body });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      role: 'teacher',
      schoolId: oak,
      isApproved: true,
      isActive: true,
      email: null,
      department: 'Math',
    });
    const visitor = await world.as(null);
    expect(await visitor.call(login, { body: { username: body.username, password } })).toMatchObject({
      passwordSetByOther: true,
      isApproved: true,
      schoolId: oak,
    });
  });

  it('can be for a substitute, who works at this school from the start', async () => {
    const answer = await admin.call(createUser, {
      body: {
        ...form({ role: 'substitute' }),
        selectedSchoolIds: `[${oak}]`,
        approvedSchoolIds: [oak],
        qualifications: 'BA',
      },
    });
    expect(answer).toMatchObject({
      isApproved: true,
      selectedSchoolIds: `[${oak}]`,
      approvedSchoolIds: `[${oak}]`,
      schoolId: null,
      qualifications: 'BA',
    });
    const bare = await admin.call(createUser, { body: form({ role: 'substitute' }) });
    expect(bare.selectedSchoolIds).toBe(`[${oak}]`);
  });

  it('has no other role and no other school', async () => {
    const cases: [Caller, object, number, string][] = [
      [admin, { schoolId: elm }, 403, 'other_school'],
      [admin, { role: 'substitute', selectedSchoolIds: [oak, elm] }, 403, 'other_school'],
      [admin, { role: 'substitute', approvedSchoolIds: [elm] }, 403, 'other_school'],
      [admin, { role: 'school_admin' }, 403, 'not_allowed'],
      [admin, { role: 'overall_admin' }, 403, 'not_allowed'],
      [admin, { isPlatformOwner: true }, 403, 'not_allowed'],
      [owner, { schoolId: oak }, 403, 'not_allowed'],
      [owner, { role: 'school_admin', schoolId: oak }, 403, 'not_allowed'],
      [await world.as(await makeAdmin(world.db, null)), {}, 403, 'not_allowed'],
      [await world.as(await makeTeacher(world.db, oak)), {}, 403, 'not_allowed'],
    ];
    for (const [caller, change, status, code] of cases) {
      const answer = await caller.try(createUser, { body: form(change) });
      expect([answer.status, answer.body.code], JSON.stringify(change)).toEqual([status, code]);
    }
  });

  it('may be another owner, created by an owner', async () => {
    const body = form({ role: 'overall_admin' });
    expect(await owner.call(createUser, { body })).toMatchObject({
      role: 'overall_admin',
      isPlatformOwner: true,
      can: ['disable'],
    });
    expect(await (await world.as(null)).call(login, { body: { username: body.username, password } })).toMatchObject({
      isPlatformOwner: true,
    });
  });

  it('names the wrong field, in the words of the form', async () => {
    await makeTeacher(world.db, oak, { username: 'Taken_Name' });
    const cases: [object, number, string, string][] = [
      [{ fullName: '' }, 400, 'fullName', 'Full name is required'],
      [{ password: 'short', confirmPassword: 'short' }, 400, 'password', 'Password must be at least 6 characters'],
      [{ confirmPassword: 'another-one-7' }, 400, 'confirmPassword', "Passwords don't match"],
      [{ email: 'nonsense' }, 400, 'email', 'Invalid email format'],
      [
        { password: 'mona made 1', confirmPassword: 'mona made 1' },
        400,
        'password',
        "A password can't be your name, your username or FirstBell. Please choose another.",
      ],
      [{ username: 'taken_name' }, 409, 'username', 'This username is already taken. Choose another.'],
    ];
    for (const [change, status, field, sentence] of cases) {
      const answer = await admin.try(createUser, { body: form(change) });
      expect([answer.status, answer.body.fields?.[field]], field).toEqual([status, sentence]);
    }
  });
});

describe('resetting a password', () => {
  const body = (userId: number) => ({ body: { userId, newPassword: 'violet-anchor-9' } });

  it('ends every session, works for sign-in, notifies the person and is recorded', async () => {
    const id = await makeTeacher(world.db, oak, { username: `forgetful_${oak}` });
    const before = await world.as(id);
    await admin.call(resetPassword, body(id));
    expect((await before.try(currentUser)).status).toBe(401);
    const visitor = await world.as(null);
    expect((await visitor.try(login, { body: { username: `forgetful_${oak}`, password: testPassword } })).status).toBe(
      401,
    );
    expect(
      await visitor.call(login, { body: { username: `forgetful_${oak}`, password: 'violet-anchor-9' } }),
    ).toMatchObject({ passwordSetByOther: true });
    expect(
      await world.db.query(sql`select kind, facts ->> 'by' as by from notices where recipient_id = ${id}`),
    ).toEqual([{ kind: 'password_reset', by: 'Alma Admin' }]);
    expect(
      await world.db.query(sql`select act from audit_log where subject_id = ${id} and subject_type = 'user'`),
    ).toEqual([{ act: 'user.reset_password' }]);
  });

  it('is refused within ten minutes of another reset if the caller asks for that, and says who was first', async () => {
    const id = await makeTeacher(world.db, oak, { username: `twice_${oak}` });
    const colleague = await world.as(await makeAdmin(world.db, oak));
    const once = { body: { ...body(id).body, unlessJustReset: true } };
    expect((await admin.try(resetPassword, once)).status).toBe(200);
    const refusals = [await admin.try(resetPassword, once), await colleague.try(resetPassword, once)];
    expect(refusals.map(({ status, body: { code, error } }) => [status, code, error])).toEqual(
      ['You', 'Alma Admin'].map((who) => [
        409,
        'already_reset',
        `${who} reset this password less than a minute ago. If you reset it again, that password stops working.`,
      ]),
    );
    expect((await colleague.try(resetPassword, body(id))).status).toBe(200);
    world.time.now = new Date(world.time.now.getTime() + 10 * 60_000);
    const later = await world.as(await makeAdmin(world.db, oak));
    expect((await later.try(resetPassword, once)).status).toBe(200);
  });

  it('is allowed for the admin for people of only this school, for the owner for admins and any substitute', async () => {
    const people = {
      teacher: await makeTeacher(world.db, oak),
      here: await makeSubstitute(world.db, [oak]),
      both: await makeSubstitute(world.db, [oak, elm]),
      elmTeacher: await makeTeacher(world.db, elm),
      colleague: await makeAdmin(world.db, oak),
      otherOwner: await makeOwner(world.db),
    };
    const answersOf = async (caller: Caller) => {
      const answers: Record<string, number> = {};
      for (const [who, id] of Object.entries(people)) answers[who] = (await caller.try(resetPassword, body(id))).status;
      return answers;
    };
    expect(await answersOf(admin)).toEqual({
      teacher: 200,
      here: 200,
      both: 403,
      elmTeacher: 404,
      colleague: 404,
      otherOwner: 404,
    });
    expect(await answersOf(owner)).toEqual({
      teacher: 404,
      here: 200,
      both: 200,
      elmTeacher: 404,
      colleague: 200,
      otherOwner: 403,
    });
    expect((await admin.try(resetPassword, body(999_999))).status).toBe(404);
    const weak = await admin.try(resetPassword, { body: { userId: people.teacher, newPassword: '123456' } });
    expect([weak.status, Object.keys(weak.body.fields ?? {})]).toEqual([400, ['newPassword']]);
  });
});

describe('removing a substitute', () => {
  it('ends only the membership of this school if they have another, and reopens their vacancies here', async () => {
    const id = await makeSubstitute(world.db, [oak, elm]);
    const here = await makeVacancy(world.db, {
      schoolId: oak,
      teacherId: await makeTeacher(world.db, oak),
      status: 'filled',
      substituteId: id,
      date: '2026-12-01',
    });
    const there = await makeVacancy(world.db, {
      schoolId: elm,
      teacherId: await makeTeacher(world.db, elm),
      status: 'filled',
      substituteId: id,
      date: '2026-12-02',
    });
    await admin.call(deleteUser, at(id));
    expect((await admin.try(getUser, at(id))).status).toBe(404);
    expect(await elmAdmin.call(getUser, at(id))).toMatchObject({ id, isApproved: true });
    expect(
      await world.db.query(
        sql`select id, status from vacancies where id = any(${[here, there]}::bigint[]) order by id`,
      ),
    ).toEqual([
      { id: here, status: 'open' },
      { id: there, status: 'filled' },
    ]);
    expect(
      await world.db.query(
        sql`select is_selected as selected, rejected_at is not null as rejected from substitute_schools
            where substitute_id = ${id} and school_id = ${oak}`,
      ),
    ).toEqual([{ selected: false, rejected: true }]);
    const substitute = await world.as(id);
    await substitute.call(updateUser, { ...at(id), body: { selectedSchoolIds: [oak, elm] } });
    expect((await admin.call(listUsers, { query: { approval: 'pending' } })).map((person) => person.id)).toEqual([id]);
  });

  it('deletes the account if no school is left: personal data is erased, past days stay, and the username is free', async () => {
    const id = await makeSubstitute(world.db, [oak], {
      fullName: 'Vera Vanished',
      username: `vera_${oak}`,
      email: 'vera@example.org',
      phone: '(518) 555-0177',
    });
    const teacherId = await makeTeacher(world.db, oak);
    const past = await makeVacancy(world.db, {
      schoolId: oak,
      teacherId,
      status: 'filled',
      substituteId: id,
      date: '2026-11-02',
    });
    const future = await makeVacancy(world.db, {
      schoolId: oak,
      teacherId,
      status: 'filled',
      substituteId: id,
      date: '2026-12-03',
    });
    const vera = await world.as(id);
    await admin.call(deleteUser, at(id));
    expect((await vera.try(currentUser)).status).toBe(401);
    const [row] = await world.db.query<Record<string, unknown>>(sql`select * from users where id = ${id}`);
    expect(row).toMatchObject({
      full_name: 'Former substitute',
      username: null,
      password_hash: null,
      email: null,
      phone: null,
      is_approved: false,
      is_active: false,
    });
    expect(
      await world.db.query(
        sql`select id, status from vacancies where id = any(${[past, future]}::bigint[]) order by id`,
      ),
    ).toEqual([
      { id: past, status: 'filled' },
      { id: future, status: 'open' },
    ]);
    expect(await world.db.query(sql`select kind from notices where recipient_id = ${id} order by kind`)).toEqual([
      { kind: 'account_removed' },
      { kind: 'assignment_cancelled' },
    ]);
    await admin.call(createUser, { body: form({ username: `vera_${oak}`, role: 'substitute' }) });
  });

  it("is allowed for the school's admin, for its substitutes", async () => {
    const id = await makeSubstitute(world.db, [oak]);
    const teacherId = await makeTeacher(world.db, oak);
    expect((await elmAdmin.try(deleteUser, at(id))).status).toBe(404);
    expect((await admin.try(deleteUser, at(teacherId))).status).toBe(403);
    for (const caller of [owner, await world.as(teacherId), await world.as(id)])
      expect((await caller.try(deleteUser, at(id))).status).toBe(403);
    expect((await admin.try(deleteUser, at(id))).status).toBe(200);
    expect((await admin.try(deleteUser, at(id))).status).toBe(404);
  });
});
