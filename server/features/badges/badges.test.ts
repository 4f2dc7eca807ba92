import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currentUser, getBadges } from '#contract/session.ts';
import { sql } from '#server/db/database.ts';
import { makeAdmin, makeOwner, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { type Caller, openWorld, type World } from '#test/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('the badges of vacancies', () => {
  it('count from today on in the school’s time, around midnight in Honolulu', async () => {
    const timeZone = 'Pacific/Honolulu';
    const schoolId = (await makeSchool(world.db, { timeZone })).id;
    const teacherId = await makeTeacher(world.db, schoolId);
    const substituteId = await makeSubstitute(world.db, [schoolId]);
    const adminId = await makeAdmin(world.db, schoolId);
    const makeOn = (date: string) => makeVacancy(world.db, { schoolId, teacherId, timeZone, date });
    // Three days with different numbers of classes.
    for (const date of [
      '2026-12-01',
      '2026-12-02',
      '2026-12-02',
      '2026-12-03',
      '2026-12-03',
      '2026-12-03',
      '2026-12-03',
    ])
      await makeOn(date);
    const table: [string, number][] = [
      ['2026-12-02T09:59:00Z', 7], // 23:59 on the 1st in Honolulu
      ['2026-12-02T10:00:00Z', 6], // midnight
      ['2026-12-03T09:59:59Z', 6], // the shifts of the 2nd are long over, and still of today
      ['2026-12-03T10:00:00Z', 4],
      ['2026-12-04T10:00:00Z', 0],
    ];
    for (const [instant, expected] of table) {
      world.time.now = new Date(instant);
      const [teacher, admin, substitute] = [
        await world.as(teacherId),
        await world.as(adminId),
        await world.as(substituteId),
      ];
      expect(
        [
          (await teacher.call(getBadges)).myVacancies,
          (await admin.call(getBadges)).openVacancies,
          (await substitute.call(getBadges)).availableVacancies,
        ],
        instant,
      ).toEqual([expected, expected, expected]);
    }
  });

  it('count for each role: own open and requested ones, the school’s open ones, open ones at one’s schools', async () => {
    world.time.now = new Date('2026-11-23T10:45:00Z');
    const [schoolId, otherId, rejectingId, inactiveId] = [
      (await makeSchool(world.db)).id,
      (await makeSchool(world.db)).id,
      (await makeSchool(world.db)).id,
      (await makeSchool(world.db, { isActive: false })).id,
    ];
    const [teacherId, colleague] = [await makeTeacher(world.db, schoolId), await makeTeacher(world.db, schoolId)];
    const substituteId = await makeSubstitute(world.db, [schoolId, otherId, rejectingId, inactiveId]);
    await world.db.execute(
      sql`update substitute_schools set approved_at = null, rejected_at = now()
          where substitute_id = ${substituteId} and school_id = ${rejectingId}`,
    );
    const declined = await makeVacancy(world.db, { schoolId, teacherId });
    await world.db.execute(
      sql`insert into vacancy_declines (vacancy_id, substitute_id, declined_at)
          values (${declined}, ${substituteId}, now())`,
    );
    await makeVacancy(world.db, { schoolId, teacherId, status: 'pending_approval', requestedById: substituteId });
    await makeVacancy(world.db, { schoolId, teacherId, status: 'filled', substituteId });
    const deleted = await makeVacancy(world.db, { schoolId, teacherId });
    await world.db.execute(sql`update vacancies set deleted_at = now() where id = ${deleted}`);
    await makeVacancy(world.db, { schoolId, teacherId: colleague });
    for (const school of [otherId, rejectingId, inactiveId])
      await makeVacancy(world.db, { schoolId: school, teacherId: await makeTeacher(world.db, school) });

    const badgesFor = async (id: number) => (await world.as(id)).call(getBadges);
    expect(await badgesFor(teacherId)).toEqual({ myVacancies: 2, unreadNotices: 0 });
    expect(await badgesFor(await makeAdmin(world.db, schoolId))).toEqual({
      openVacancies: 2,
      pendingApprovals: 0,
      unreadNotices: 0,
    });
    expect(await badgesFor(substituteId)).toEqual({ availableVacancies: 2, unreadNotices: 0 });
    expect(await badgesFor(await makeSubstitute(world.db, [schoolId], { isApproved: false }))).toEqual({
      availableVacancies: 0,
      unreadNotices: 0,
    });
  });
});

describe('the signed-in user with badges', () => {
  it('have the counts of the sidebar only if the page asked, and only if the user may see them', async () => {
    world.time.now = new Date('2026-11-23T10:45:00Z');
    const schoolId = (await makeSchool(world.db)).id;
    const teacherId = await makeTeacher(world.db, schoolId);
    await makeVacancy(world.db, { schoolId, teacherId });
    const table: [number, Awaited<ReturnType<typeof counted>>][] = [
      [teacherId, { myVacancies: 1, unreadNotices: 0 }],
      [await makeSubstitute(world.db, [schoolId]), { availableVacancies: 1, unreadNotices: 0 }],
      [await makeSubstitute(world.db, [schoolId], { isApproved: false }), { availableVacancies: 0, unreadNotices: 0 }],
      [await makeTeacher(world.db, schoolId, { isApproved: false }), undefined],
    ];
    async function counted(id: number) {
      return (await (await world.as(id)).call(currentUser, { query: { badges: 'true' } })).badges;
    }
    for (const [id, badges] of table) {
      expect(await counted(id)).toEqual(badges);
      expect(await (await world.as(id)).call(currentUser)).not.toHaveProperty('badges');
    }
  });
});

describe('the signed-in user’s next school day', () => {
  it('is the first day on which any selected school is open, by its own date', async () => {
    const closures = [{ from: '2026-11-26', to: '2026-11-30', name: 'Thanksgiving break' }];
    const closed = (await makeSchool(world.db)).id;
    await world.db.execute(sql`update schools set closures = ${JSON.stringify(closures)} where id = ${closed}`);
    const open = (await makeSchool(world.db)).id;
    const honolulu = (await makeSchool(world.db, { timeZone: 'Pacific/Honolulu' })).id;
    const table: [string, number[], string | undefined][] = [
      ['2026-11-25T12:00:00Z', [closed], '2026-11-25'],
      ['2026-11-26T12:00:00Z', [closed], '2026-12-01'],
      ['2026-11-26T12:00:00Z', [closed, open], '2026-11-26'],
      ['2026-11-28T12:00:00Z', [closed, open], '2026-11-30'],
      // Still Friday in Honolulu.
      ['2026-11-28T08:00:00Z', [honolulu], '2026-11-27'],
      ['2026-11-28T12:00:00Z', [], undefined],
    ];
    for (const [instant, schools, day] of table) {
      world.time.now = new Date(instant);
      const substitute = await world.as(await makeSubstitute(world.db, schools));
      expect((await substitute.call(currentUser)).nextSchoolDay, `${instant} ${schools.length}`).toBe(day);
    }
    const teacher = await world.as(await makeTeacher(world.db, closed));
    expect(await teacher.call(currentUser)).not.toHaveProperty('nextSchoolDay');
  });
});

describe('the badges of approvals', () => {
  it('count people awaiting the school’s approval: teachers not rejected, applicants, and rejected people who apply again', async () => {
    const schoolId = (await makeSchool(world.db)).id;
    const admin = await world.as(await makeAdmin(world.db, schoolId));
    const expectPending = async (count: number) => expect((await admin.call(getBadges)).pendingApprovals).toBe(count);
    await expectPending(0);
    const teacherId = await makeTeacher(world.db, schoolId, { isApproved: false });
    await makeTeacher(world.db, schoolId);
    await expectPending(1);
    const applicant = await makeSubstitute(world.db, [schoolId], { isApproved: false });
    const known = await makeSubstitute(world.db, [schoolId]);
    await expectPending(2);
    await world.db.execute(sql`update users set rejected_at = now() where id = ${teacherId}`);
    await expectPending(1);
    await world.db.execute(sql`update substitute_schools set is_selected = false where substitute_id = ${applicant}`);
    await expectPending(0);
    await world.db.execute(
      sql`update substitute_schools set approved_at = null, rejected_at = now() where substitute_id = ${known}`,
    );
    await expectPending(1);
  });

  it('count school admins awaiting approval for the owner', async () => {
    const owner = await world.as(await makeOwner(world.db));
    const pending = async () => (await owner.call(getBadges)).pendingApprovals;
    expect(await pending()).toBe(0);
    await makeAdmin(world.db, null, { isApproved: false });
    const rejected = await makeAdmin(world.db, null, { isApproved: false });
    expect(await pending()).toBe(2);
    await world.db.execute(sql`update users set is_active = false where id = ${rejected}`);
    expect(await pending()).toBe(1);
  });

  it('are zero for an admin without a school', async () => {
    const admin: Caller = await world.as(await makeAdmin(world.db, null));
    expect(await admin.call(getBadges)).toEqual({ openVacancies: 0, pendingApprovals: 0, unreadNotices: 0 });
  });
});
