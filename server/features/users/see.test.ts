import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorBody } from '#contract/errors.ts';
import { getUser, type User } from '#contract/person.ts';
import { listUsers } from '#contract/users.ts';
import { sql } from '#server/db/database.ts';
import { pendingApprovals } from '#server/features/users/queries.ts';
import { makeAdmin, makeOwner, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { type Answer, type Caller, openWorld, type World } from '#test/world.ts';

let world: World;
const ids: Record<string, number> = {};
const callers: Record<string, Caller> = {};
function as(who: string): Caller {
  const caller = callers[who];
  if (caller === undefined) throw new Error(`Nobody here is called ${who}.`);
  return caller;
}
const nameOf = (id: number) => Object.entries(ids).find(([, known]) => known === id)?.[0] ?? String(id);

beforeAll(async () => {
  world = await openWorld();
  const { db } = world;
  const oak = (await makeSchool(db, { name: 'Oak' })).id;
  const elm = (await makeSchool(db, { name: 'Elm' })).id;
  Object.assign(ids, {
    owner: await makeOwner(db),
    secondOwner: await makeOwner(db),
    admin: await makeAdmin(db, oak),
    colleague: await makeAdmin(db, oak),
    newAdmin: await makeAdmin(db, null, { isApproved: false }),
    elmAdmin: await makeAdmin(db, elm),
    teacher: await makeTeacher(db, oak),
    newTeacher: await makeTeacher(db, oak, { isApproved: false }),
    elmTeacher: await makeTeacher(db, elm),
    substitute: await makeSubstitute(db, [oak, elm], { fullName: 'Ada 100% Byron', phone: '555-0101' }),
    newSubstitute: await makeSubstitute(db, [oak], { isApproved: false }),
    disabledSubstitute: await makeSubstitute(db, [oak], { isActive: false }),
    returning: await makeSubstitute(db, [oak, elm]),
    left: await makeSubstitute(db, [oak]),
    elmSubstitute: await makeSubstitute(db, [elm]),
  });
  await db.execute(
    sql`update substitute_schools set approved_at = null, rejected_at = selected_at
        where substitute_id = ${ids.returning} and school_id = ${oak}`,
  );
  await db.execute(sql`update substitute_schools set is_selected = false where substitute_id = ${ids.left}`);
  for (const [name, id] of Object.entries(ids)) callers[name] = await world.as(id);
});
afterAll(() => world.close());

const whom = async (who: string, query: object = {}) =>
  (await as(who).call(listUsers, { query })).map((person) => nameOf(person.id)).toSorted();

describe('visibility of people', () => {
  const cases: [string, string[]][] = [
    ['admin', ['teacher', 'newTeacher', 'substitute', 'newSubstitute', 'disabledSubstitute', 'returning']],
    ['teacher', ['substitute']],
    ['substitute', ['substitute']],
    ['newSubstitute', ['newSubstitute']],
    ['owner', ['admin', 'colleague', 'newAdmin', 'elmAdmin']],
  ];
  it.each(cases)('%s finds exactly these in the list', async (who, expected) => {
    expect(await whom(who)).toEqual(expected.toSorted());
  });

  it.each(cases)('%s can open exactly those and their own record; all others get 404', async (who, expected) => {
    const owners = who === 'owner' ? ['secondOwner'] : [];
    for (const [name, id] of Object.entries(ids)) {
      const answer = await as(who).try(getUser, { params: { id: String(id) } });
      expect(answer.status, `${who} opens ${name}`).toBe([...expected, ...owners, who].includes(name) ? 200 : 404);
    }
    expect((await as(who).try(getUser, { params: { id: '999999' } })).status).toBe(404);
  });

  it('no reply contains a password, its hash, or a field that its reader may not see', async () => {
    for (const who of Object.keys(callers).filter(
      (name) => !['newAdmin', 'newTeacher', 'disabledSubstitute'].includes(name),
    )) {
      const answer = await as(who).try(listUsers, {});
      expect(JSON.stringify(answer.body), who).not.toMatch(/argon2|password_hash|passwordHash|failed/i);
    }
  });

  it('gives a teacher the data for choosing a substitute, and contact data only of their assigned ones', async () => {
    const before = await as('teacher').call(getUser, { params: { id: String(ids.substitute) } });
    expect(Object.keys(before).toSorted()).toEqual([
      'bio',
      'can',
      'completedAssignments',
      'fullName',
      'id',
      'preferredSubjects',
      'profileImageUrl',
      'qualifications',
      'role',
    ]);
    const [school] = await world.db.query<{ schoolId: number }>(
      sql`select school_id as "schoolId" from users where id = ${ids.teacher}`,
    );
    await makeVacancy(world.db, {
      schoolId: school?.schoolId ?? 0,
      teacherId: ids.teacher ?? 0,
      status: 'filled',
      substituteId: ids.substitute ?? 0,
      date: '2026-12-01',
    });
    expect(await as('teacher').call(getUser, { params: { id: String(ids.substitute) } })).toMatchObject({
      phone: '555-0101',
      resumeUrl: null,
    });
  });

  it("shows a school admin figures and state, and only the admin's own school among a substitute's schools", async () => {
    const { teacher = 0, substitute = 0, returning } = ids;
    const [school] = await world.db.query<{ id: number }>(sql`select school_id as id from users where id = ${teacher}`);
    const room = { schoolId: school?.id ?? 0, teacherId: teacher, date: '2026-12-02' };
    await makeVacancy(world.db, room);
    await makeVacancy(world.db, { ...room, date: '2026-11-20' });
    await makeVacancy(world.db, { ...room, date: '2026-11-20', status: 'pending_approval', requestedById: substitute });
    await makeVacancy(world.db, { ...room, status: 'pending_approval', requestedById: substitute });
    const covered = await makeVacancy(world.db, { ...room, date: '2026-12-03' });
    await world.db.execute(sql`update vacancies set covered_inside = true where id = ${covered}`);
    // This morning's classes are over.
    const over = { ...room, date: '2026-11-23', start: '04:00', end: '05:00' };
    await makeVacancy(world.db, over);
    await makeVacancy(world.db, { ...over, status: 'pending_approval', requestedById: substitute });
    await makeVacancy(world.db, { ...over, status: 'filled', substituteId: ids['elmSubstitute'] ?? 0 });
    expect(await as('admin').call(getUser, { params: { id: String(teacher) } })).toMatchObject({
      openVacancies: 3,
      upcomingOpenVacancies: 1,
      filledVacancies: 2,
      pendingVacancies: 1,
      upcomingFilledVacancies: 1,
      can: ['disable', 'resetPassword'],
    });
    const seen = await as('admin').call(getUser, { params: { id: String(substitute) } });
    expect(seen).toMatchObject({ completedAssignments: 0, rejectedAt: null, can: ['remove', 'message'] });
    expect(JSON.parse(seen.selectedSchoolIds ?? '')).toHaveLength(1);
    expect(await as('admin').call(getUser, { params: { id: String(returning) } })).toMatchObject({
      rejectedAt: '2026-11-23T10:45:00.000Z',
      can: ['approve', 'reject', 'remove', 'message'],
    });
  });
});

describe('the list of people', () => {
  it('can be filtered by role, approval, state and name', async () => {
    expect(await whom('admin', { role: 'teacher' })).toEqual(['newTeacher', 'teacher']);
    expect(await whom('admin', { approval: 'pending' })).toEqual(['newSubstitute', 'newTeacher', 'returning']);
    expect(await whom('admin', { approval: 'approved', isActive: 'true' })).toEqual(['substitute', 'teacher']);
    expect(await whom('admin', { isActive: 'false' })).toEqual(['disabledSubstitute']);
    expect(await whom('admin', { search: '100% by' })).toEqual(['substitute']);
    expect(await whom('admin', { search: 'a%byron' })).toEqual([]);
    expect(await whom('owner', { approval: 'pending' })).toEqual(['newAdmin']);
    expect(await whom('owner', { withoutSchool: 'true' })).toEqual(['newAdmin']);
    expect(await whom('owner', { role: 'overall_admin' })).toEqual(['owner', 'secondOwner']);
    expect(await whom('owner', { role: 'teacher' })).toEqual([]);
  });

  it('pages by name', async () => {
    const seen: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Answer<ErrorBody & User[]> = await as('admin').try(listUsers, { query: { limit: '2', cursor } });
      seen.push(...page.body.map((person) => person.id));
      cursor = page.headers.get('x-next-cursor');
    }
    expect(seen).toEqual((await as('admin').call(listUsers)).map((person) => person.id));
  });

  it('contains as many pending decisions as the badge counts', async () => {
    const actorOf = async (who: string) => {
      const [row] = await world.db.query<{ role: 'school_admin'; schoolId: number | null }>(
        sql`select role, school_id as "schoolId" from users where id = ${ids[who]}`,
      );
      return {
        id: ids[who] ?? 0,
        isApproved: true,
        isActive: true,
        isPlatformOwner: who === 'owner',
        selectedSchoolIds: [],
        schoolActive: true,
        ...(row ?? { role: 'school_admin' as const, schoolId: null }),
      };
    };
    const countFor = async (who: string) =>
      (await world.db.query<{ count: number }>(sql`select ${pendingApprovals(await actorOf(who))} as count`))[0]?.count;
    for (const who of ['admin', 'elmAdmin', 'owner']) {
      expect(await countFor(who), who).toBe((await whom(who, { approval: 'pending' })).length);
    }
    expect(await countFor('teacher')).toBe(0);
  });
});
