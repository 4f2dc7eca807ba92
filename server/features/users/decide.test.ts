import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { currentUser } from '#contract/session.ts';
import { getUser } from '#contract/person.ts';
import { listUsers, updateUser } from '#contract/users.ts';
import { sql } from '#server/db/database.ts';
import { makeAdmin, makeOwner, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
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
  oak = (await makeSchool(world.db)).id;
  elm = (await makeSchool(world.db)).id;
  admin = await world.as(await makeAdmin(world.db, oak));
  elmAdmin = await world.as(await makeAdmin(world.db, elm));
  owner = await world.as(await makeOwner(world.db));
});

const at = (id: number) => ({ params: { id: String(id) } });
const noticesOf = async (id: number) =>
  (await world.db.query<{ kind: string }>(sql`select kind from notices where recipient_id = ${id} order by id`)).map(
    (row) => row.kind,
  );
const actsOn = async (id: number) =>
  (
    await world.db.query<{ act: string }>(
      sql`select act from audit_log where subject_type = 'user' and subject_id = ${id} order by id`,
    )
  ).map((row) => row.act);
const linksOf = (id: number) =>
  world.db.query<{
    schoolId: number;
    isSelected: boolean;
    isApproved: boolean;
    isRejected: boolean;
  }>(sql`select school_id as "schoolId", is_selected as "isSelected",
    approved_at is not null as "isApproved", rejected_at is not null as "isRejected" from substitute_schools
      where substitute_id = ${id} order by school_id`);
const standingOf = async (id: number) =>
  (
    await world.db.query(
      sql`select is_approved as approved, is_active as active, rejected_at is not null as rejected from users
          where id = ${id}`,
    )
  )[0];
const statusOf = async (id: number) =>
  (await world.db.query<{ status: string }>(sql`select status from vacancies where id = ${id}`))[0]?.status;

describe('a teacher', () => {
  it('is approved once and notified once, and it is recorded', async () => {
    const id = await makeTeacher(world.db, oak, { isApproved: false });
    const answers = await Promise.all(
      [1, 2, 3].map(() => admin.try(updateUser, { ...at(id), body: { isApproved: true } })),
    );
    expect(answers.map(({ status, body }) => [status, body.isApproved])).toEqual([
      [200, true],
      [200, true],
      [200, true],
    ]);
    expect(await noticesOf(id)).toEqual(['account_approved']);
    expect(await actsOn(id)).toEqual(['user.approve']);
  });

  it('when rejected, leaves the pending list and can still be found and approved', async () => {
    const id = await makeTeacher(world.db, oak, { isApproved: false });
    expect(await admin.call(updateUser, { ...at(id), body: { isApproved: false } })).toMatchObject({
      isApproved: false,
      isActive: true,
      rejectedAt: '2026-11-23T10:45:00.000Z',
      can: ['approve', 'disable', 'resetPassword'],
    });
    expect(await admin.call(listUsers, { query: { approval: 'pending' } })).toEqual([]);
    expect((await admin.call(listUsers, { query: { approval: 'rejected' } })).map((person) => person.id)).toEqual([id]);
    expect(await admin.call(updateUser, { ...at(id), body: { isApproved: true } })).toMatchObject({
      isApproved: true,
      rejectedAt: null,
    });
    expect(await noticesOf(id)).toEqual(['account_rejected', 'account_approved']);
  });

  it('when disabled, is signed out immediately, and can return when enabled', async () => {
    const id = await makeTeacher(world.db, oak);
    const teacher = await world.as(id);
    expect(await admin.call(updateUser, { ...at(id), body: { isActive: false } })).toMatchObject({ isActive: false });
    expect((await teacher.try(currentUser)).status).toBe(401);
    expect(await admin.call(updateUser, { ...at(id), body: { isActive: true } })).toMatchObject({ isActive: true });
    expect((await teacher.try(currentUser)).status).toBe(401);
    expect(await actsOn(id)).toEqual(['user.disable', 'user.enable']);
  });
});

describe('a substitute', () => {
  it('who is approved by one school is approved only there; the other school still has to decide', async () => {
    const id = await makeSubstitute(world.db, [oak, elm], { isApproved: false });
    expect(await admin.call(updateUser, { ...at(id), body: { isApproved: true } })).toMatchObject({
      isApproved: true,
      selectedSchoolIds: `[${oak}]`,
      approvedSchoolIds: `[${oak}]`,
      can: ['remove', 'message'],
    });
    expect(await elmAdmin.call(getUser, at(id))).toMatchObject({
      isApproved: true,
      approvedSchoolIds: '[]',
      worksHere: false,
      can: ['approve', 'reject', 'remove', 'message'],
    });
    expect(await noticesOf(id)).toEqual(['account_approved']);
  });

  it('who is rejected loses this school and their vacancies there, and the approval unless another school gave it', async () => {
    const teacherId = await makeTeacher(world.db, oak);
    const both = await makeSubstitute(world.db, [oak, elm]);
    const onlyOak = await makeSubstitute(world.db, [oak]);
    const filled = await makeVacancy(world.db, {
      schoolId: oak,
      teacherId,
      status: 'filled',
      substituteId: both,
      date: '2026-12-01',
    });
    const asked = await makeVacancy(world.db, {
      schoolId: oak,
      teacherId,
      status: 'pending_approval',
      requestedById: onlyOak,
      date: '2026-12-02',
    });
    for (const id of [both, onlyOak]) await admin.call(updateUser, { ...at(id), body: { isApproved: false } });
    expect(await standingOf(both)).toEqual({ approved: true, active: true, rejected: false });
    expect(await standingOf(onlyOak)).toEqual({ approved: false, active: true, rejected: false });
    expect(await linksOf(both)).toEqual([
      { schoolId: oak, isSelected: false, isApproved: false, isRejected: true },
      { schoolId: elm, isSelected: true, isApproved: true, isRejected: false },
    ]);
    expect((await admin.try(getUser, at(both))).status).toBe(404);
    expect([await statusOf(filled), await statusOf(asked)]).toEqual(['open', 'open']);
    expect(await noticesOf(onlyOak)).toContain('account_rejected');
  });

  it("without any school's approval is no longer approved; other schools' decisions stay", async () => {
    const id = await makeSubstitute(world.db, [oak, elm], { isApproved: false });
    await admin.call(updateUser, { ...at(id), body: { isApproved: true } });
    await admin.call(updateUser, { ...at(id), body: { isApproved: false } });
    expect(await standingOf(id)).toMatchObject({ approved: false });
    expect(await linksOf(id)).toMatchObject([{ isRejected: true }, { isSelected: true, isRejected: false }]);
    expect((await elmAdmin.call(listUsers, { query: { approval: 'pending' } })).map((person) => person.id)).toEqual([
      id,
    ]);
  });

  it('who selects the school again waits as rejected earlier until it accepts them, even if approved elsewhere', async () => {
    const id = await makeSubstitute(world.db, [oak, elm], { fullName: 'Back Again' });
    await admin.call(updateUser, { ...at(id), body: { isApproved: false } });
    const substitute = await world.as(id);
    expect(
      await substitute.call(updateUser, { ...at(id), body: { selectedSchoolIds: JSON.stringify([oak, elm]) } }),
    ).toMatchObject({ isApproved: true, selectedSchoolIds: `[${oak},${elm}]` });
    const [waiting] = await admin.call(listUsers, { query: { approval: 'pending' } });
    expect(waiting).toMatchObject({
      id,
      rejectedAt: '2026-11-23T10:45:00.000Z',
      can: ['approve', 'reject', 'remove', 'message'],
    });
    const told = await world.db.query(
      sql`select n.facts ->> 'name' as name, n.facts -> 'rejectedEarlier' as earlier from notices n
          join users u on u.id = n.recipient_id where u.school_id = ${oak} and n.kind = 'account_pending'`,
    );
    expect(told).toEqual([{ name: 'Back Again', earlier: true }]);
    await admin.call(updateUser, { ...at(id), body: { isApproved: true } });
    expect(await admin.call(getUser, at(id))).toMatchObject({ rejectedAt: null, approvedSchoolIds: `[${oak}]` });
    expect(await noticesOf(id)).toEqual(['account_rejected', 'account_approved']);
  });

  it('is approved or rejected by including the school in their list or leaving it out', async () => {
    const id = await makeSubstitute(world.db, [oak, elm], { isApproved: false });
    expect(await admin.call(updateUser, { ...at(id), body: { selectedSchoolIds: `[${oak}]` } })).toMatchObject({
      isApproved: true,
    });
    expect(await linksOf(id)).toMatchObject([{ isSelected: true }, { isSelected: true }]);
    expect((await admin.try(updateUser, { ...at(id), body: { selectedSchoolIds: '[]' } })).status).toBe(200);
    expect(await linksOf(id)).toMatchObject([{ isSelected: false, isRejected: true }, { isSelected: true }]);
    const third = (await makeSchool(world.db)).id;
    // Other schools in the list are ignored.
    expect(
      await elmAdmin.call(updateUser, { ...at(id), body: { selectedSchoolIds: `[${elm},${third}]` } }),
    ).toMatchObject({ selectedSchoolIds: `[${elm}]`, approvedSchoolIds: `[${elm}]` });
    expect(await linksOf(id)).toHaveLength(2);
  });

  it('ends in one consistent state if two admins of a school approve and reject them at the same time', async () => {
    const second = await world.as(await makeAdmin(world.db, oak));
    for (let round = 0; round < 5; round += 1) {
      const id = await makeSubstitute(world.db, [oak], { isApproved: false });
      const [yes, no] = await Promise.all([
        admin.try(updateUser, { ...at(id), body: { isApproved: true } }),
        second.try(updateUser, { ...at(id), body: { isApproved: false } }),
      ]);
      expect([no.status, [200, 404].includes(yes.status)]).toEqual([200, true]);
      expect(await standingOf(id)).toMatchObject({ approved: false });
      expect(await linksOf(id)).toEqual([{ schoolId: oak, isSelected: false, isApproved: false, isRejected: true }]);
    }
  });
});

describe('a school admin', () => {
  it('is approved by the owner, and disabled if rejected', async () => {
    const id = await makeAdmin(world.db, oak, { isApproved: false });
    const waiting = await world.as(id);
    expect(await owner.call(updateUser, { ...at(id), body: { isApproved: true, isActive: true } })).toMatchObject({
      isApproved: true,
      isActive: true,
    });
    expect(await noticesOf(id)).toEqual(['account_approved']);
    await owner.call(updateUser, { ...at(id), body: { isApproved: false, isActive: false } });
    expect(await standingOf(id)).toEqual({ approved: false, active: false, rejected: true });
    expect((await waiting.try(currentUser)).status).toBe(401);
    await owner.call(updateUser, { ...at(id), body: { isApproved: true } });
    expect(await standingOf(id)).toEqual({ approved: true, active: true, rejected: false });
  });

  it('is disabled and enabled by the owner', async () => {
    const id = await makeAdmin(world.db, oak);
    const theirs = await world.as(id);
    await owner.call(updateUser, { ...at(id), body: { isActive: false } });
    expect((await theirs.try(currentUser)).status).toBe(401);
    expect(await owner.call(updateUser, { ...at(id), body: { isActive: true } })).toMatchObject({
      isActive: true,
      isApproved: true,
    });
  });

  it('cannot be approved and rejected in one call', async () => {
    const id = await makeAdmin(world.db, oak, { isApproved: false });
    const { status, body } = await owner.try(updateUser, { ...at(id), body: { isApproved: false, isActive: true } });
    expect([status, body.fields]).toEqual([400, { isApproved: 'These values contradict each other.' }]);
  });
});

describe('owners', () => {
  it('can disable each other, but not the last one and not themselves', async () => {
    await world.db.execute(sql`update users set is_active = false where role = 'overall_admin'`);
    const [first, second] = [await makeOwner(world.db), await makeOwner(world.db)];
    const [one, two] = [await world.as(first), await world.as(second)];
    expect((await one.try(updateUser, { ...at(first), body: { isActive: false } })).status).toBe(403);
    const answers = await Promise.all([
      one.try(updateUser, { ...at(second), body: { isActive: false } }),
      two.try(updateUser, { ...at(first), body: { isActive: false } }),
    ]);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    const left = await world.db.query<{ id: number }>(
      sql`select id from users where role = 'overall_admin' and is_active`,
    );
    expect(left).toHaveLength(1);
    const last = left[0]?.id ?? 0;
    const alone = await (await world.as(last)).try(updateUser, { ...at(last), body: { isActive: false } });
    expect([alone.status, alone.body.code]).toEqual([409, 'last_owner']);
  });
});

describe('no one can raise their own rights', () => {
  it('or set fields that only others may set', async () => {
    const people = {
      teacher: await makeTeacher(world.db, oak),
      substitute: await makeSubstitute(world.db, [oak]),
      admin: await makeAdmin(world.db, oak),
      waiting: await makeSubstitute(world.db, [oak], { isApproved: false }),
    };
    const before = await world.db.query(
      sql`select * from users where id = any(${Object.values(people)}::bigint[]) order by id`,
    );
    for (const [who, id] of Object.entries(people)) {
      const self = await world.as(id);
      for (const body of [
        { isApproved: true },
        { isActive: true },
        { role: 'overall_admin' },
        { isPlatformOwner: true },
        { schoolId: elm },
        { approvedSchoolIds: `[${elm}]` },
        { username: 'other' },
        { password: 'x' },
      ]) {
        const { status } = await self.try(updateUser, { ...at(id), body: { ...body, bio: 'sneaked in' } });
        expect([400, 403], `${who} ${JSON.stringify(body)}`).toContain(status);
      }
    }
    const strangers: [Caller, number, object][] = [
      [admin, people.teacher, { fullName: 'Renamed' }],
      [admin, people.substitute, { email: 'mine@example.org' }],
      [admin, people.substitute, { isActive: false }],
      [admin, people.teacher, { selectedSchoolIds: `[${oak}]` }],
      [owner, people.admin, { phone: '(518) 555-0199' }],
      [owner, people.admin, { selectedSchoolIds: `[${oak}]` }],
    ];
    for (const [who, id, body] of strangers)
      expect((await who.try(updateUser, { ...at(id), body })).status, JSON.stringify(body)).toBe(403);
    for (const id of Object.values(people))
      expect((await elmAdmin.try(updateUser, { ...at(id), body: { isApproved: false } })).status).toBe(404);
    expect(
      await world.db.query(sql`select * from users where id = any(${Object.values(people)}::bigint[]) order by id`),
    ).toEqual(before);
  });
});
