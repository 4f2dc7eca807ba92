import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getOverview, getSchoolLoss, listAudit } from '#contract/platform.ts';
import { deleteSchool, listSchools, updateSchool } from '#contract/schools.ts';
import { recordAttendance } from '#contract/attendance.ts';
import { getBoard } from '#contract/board.ts';
import { getTrends, getVacancyReport } from '#contract/reports.ts';
import { updateUser } from '#contract/users.ts';
import { releaseSubstitute } from '#contract/vacancy-moves.ts';
import { assignSubstitute, correctVacancy, deleteVacancy } from '#contract/vacancy-staff.ts';
import { addDays, localDate, monthOf } from '#domain/time.ts';
import { percentOf } from '#domain/report.ts';
import { vacancyStatuses } from '#domain/vacancy.ts';
import { sql } from '#server/db/database.ts';
import { makeAdmin, makeOwner, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { type Caller, mondayMorning, openWorld, type World } from '#test/world.ts';

let world: World;
let ownerId: number;
let owner: Caller;
beforeAll(async () => {
  world = await openWorld();
  ownerId = await makeOwner(world.db);
});
afterAll(() => world.close());
beforeEach(async () => {
  world.time.now = mondayMorning;
  owner = await world.as(ownerId);
});

describe('all schools at a glance', () => {
  beforeEach(async () => {
    await world.db.execute(sql`delete from vacancies`);
  });

  it('match a naive count over all vacancies, each school by its own date', async () => {
    const schools: { id: number; timeZone: string; teacherId: number; substituteId: number; isActive: boolean }[] = [];
    for (const timeZone of ['America/New_York', 'Pacific/Honolulu', 'Pacific/Auckland']) {
      const { id } = await makeSchool(world.db, { timeZone });
      schools.push({
        id,
        timeZone,
        teacherId: await makeTeacher(world.db, id),
        substituteId: await makeSubstitute(world.db, [id]),
        isActive: true,
      });
    }
    const closed = await makeSchool(world.db, { isActive: false });
    schools.push({
      id: closed.id,
      timeZone: 'America/New_York',
      teacherId: await makeTeacher(world.db, closed.id),
      substituteId: await makeSubstitute(world.db, [closed.id]),
      isActive: false,
    });
    const drawn = fc.record({
      school: fc.constantFrom(...schools),
      day: fc.integer({ min: -3, max: 9 }),
      status: fc.constantFrom(...vacancyStatuses),
    });
    try {
      await fc.assert(
        fc.asyncProperty(
          fc.array(drawn, { maxLength: 25 }),
          fc.constantFrom('2026-11-30T10:30:00Z', '2026-12-01T02:00:00Z', '2026-11-23T10:45:00Z'),
          async (drawnList, instant) => {
            const list = [...drawnList];
            world.time.now = new Date(instant);
            owner = await world.as(ownerId);
            await world.db.execute(sql`delete from vacancies`);
            for (const [n, { school, day, status }] of list.entries()) {
              const hour = String(n % 24).padStart(2, '0');
              const vacancy = {
                schoolId: school.id,
                teacherId: school.teacherId,
                timeZone: school.timeZone,
                date: addDays('2026-11-28', day),
                start: `${hour}:00`,
                end: `${hour}:30`,
                status,
              };
              const taken =
                list.findIndex(
                  (other, m) =>
                    m < n &&
                    m % 24 === n % 24 &&
                    other.school === school &&
                    other.day === day &&
                    other.status === 'filled',
                ) >= 0;
              if (taken) list[n] = { school, day, status: 'open' };
              await makeVacancy(world.db, {
                ...vacancy,
                status: taken ? 'open' : status,
                substituteId: !taken && status === 'filled' ? school.substituteId : null,
                requestedById: !taken && status === 'pending_approval' ? school.substituteId : null,
              });
            }
            const counted = list
              .filter(({ school }) => school.isActive)
              .map(({ school, day, status }) => ({
                id: school.id,
                status,
                date: addDays('2026-11-28', day),
                today: localDate(world.time.now, school.timeZone),
              }));
            const today = counted.filter(({ date, today: now }) => date === now);
            const month = counted.filter(({ date, today: now }) => monthOf(date) === monthOf(now));
            const having = (rows: typeof counted, status: string) => rows.filter((row) => row.status === status).length;
            const overview = await owner.call(getOverview);
            expect(overview.today).toEqual({
              open: having(today, 'open'),
              pending: having(today, 'pending_approval'),
              filled: having(today, 'filled'),
              uncovered: today.length - having(today, 'filled'),
              total: today.length,
            });
            expect(overview.month).toEqual({
              total: month.length,
              filled: having(month, 'filled'),
              fillRate: percentOf(having(month, 'filled'), month.length),
            });
            const unfilled = schools
              .map(({ id }) => ({ id, count: today.filter((row) => row.id === id && row.status !== 'filled').length }))
              .filter(({ count }) => count > 0);
            expect(overview.inTrouble.map(({ id, open, pending }) => `${id}: ${open + pending}`).toSorted()).toEqual(
              unfilled.map(({ id, count }) => `${id}: ${count}`).toSorted(),
            );
            const counts = overview.inTrouble.map(({ open, pending }) => open + pending);
            expect(counts).toEqual(counts.toSorted((a, b) => b - a));
          },
        ),
        { numRuns: 15 },
      );
    } finally {
      world.time.now = new Date('2026-11-23T10:45:00Z');
    }
  });

  it('count a no-show as uncovered until someone else covers it, as the school’s board and reports do', async () => {
    const { db } = world;
    world.time.now = new Date('2026-11-23T14:00:00Z');
    owner = await world.as(ownerId);
    const { id: schoolId } = await makeSchool(db);
    const admin = await world.as(await makeAdmin(db, schoolId));
    const teacherId = await makeTeacher(db, schoolId);
    const [missing, present] = [await makeSubstitute(db, [schoolId]), await makeSubstitute(db, [schoolId])];
    const filled = { schoolId, teacherId, status: 'filled' } as const;
    const missed = await makeVacancy(db, { ...filled, substituteId: missing });
    await makeVacancy(db, { ...filled, substituteId: present });
    await makeVacancy(db, { schoolId, teacherId });
    const inside = await makeVacancy(db, { schoolId, teacherId });
    await db.execute(sql`update vacancies set covered_inside = true where id = ${inside}`);
    const params = { id: String(missed) };
    const figures = async () => {
      const { today, month } = await owner.call(getOverview);
      const report = await admin.call(getVacancyReport, { query: { month: '2026-11' } });
      const { months } = await admin.call(getTrends, { query: { month: '2026-11' } });
      const board = (await admin.call(getBoard)).week[0];
      expect(month).toEqual({ total: report.total, filled: report.filled - report.noShows, fillRate: report.fillRate });
      expect(months.at(-1)).toEqual({ month: '2026-11', ...month });
      expect(today.uncovered).toBe(board?.uncovered);
      return [month.filled, today.filled, today.uncovered, today.total];
    };
    expect(await figures()).toEqual([2, 2, 1, 4]);
    let version = 0;
    const see = async (act: 'here' | 'no_show' | 'none') => {
      const body = { act, substituteId: missing, version };
      ({ version } = (await admin.call(recordAttendance, { params, body })).attendance ?? { version: 0 });
      return figures();
    };
    expect(await see('no_show')).toEqual([1, 1, 2, 4]);
    expect(await see('here')).toEqual([2, 2, 1, 4]);
    expect(await see('no_show')).toEqual([1, 1, 2, 4]);
    expect(await see('none')).toEqual([2, 2, 1, 4]);
    expect(await see('no_show')).toEqual([1, 1, 2, 4]);
    await admin.call(releaseSubstitute, { params, body: { reason: 'No-show' } });
    expect(await figures()).toEqual([1, 1, 2, 4]);
    const other = await makeSubstitute(db, [schoolId]);
    await admin.call(assignSubstitute, { params, body: { substituteId: other } });
    expect((await owner.call(getOverview)).today).toMatchObject({ filled: 2 });
  });

  it('count the schools, and show today’s state in their list', async () => {
    const { id, name } = await makeSchool(world.db, { name: 'Tally Hall' });
    await makeVacancy(world.db, { schoolId: id, teacherId: await makeTeacher(world.db, id) });
    const overview = await owner.call(getOverview);
    expect(overview.activeSchools + overview.inactiveSchools).toBe(overview.totalSchools);
    expect(overview.inTrouble).toMatchObject([{ id, name, open: 1, pending: 0, filled: 0 }]);
    await makeSubstitute(world.db, [id]);
    await makeSubstitute(world.db, [id], { isApproved: false });
    await world.db.execute(
      sql`update substitute_schools set is_selected = false
          where substitute_id = ${await makeSubstitute(world.db, [id])}`,
    );
    await makeAdmin(world.db, id);
    expect(await owner.call(listSchools, { query: { search: 'tally hall' } })).toMatchObject([
      { id, today: { open: 1, pending: 0, filled: 0 }, teachers: 1, substitutes: 2 },
    ]);
    const [seen] = await (await world.as(null)).call(listSchools, { query: { search: 'tally hall' } });
    for (const known of ['today', 'teachers', 'substitutes']) expect(seen).not.toHaveProperty(known);
  });
});

describe('the tally of a school’s months', () => {
  it('matches a count when vacancies are added, moved to another month, changed and deleted', async () => {
    const { id: schoolId } = await makeSchool(world.db);
    const [teacherId, substituteId] = [
      await makeTeacher(world.db, schoolId),
      await makeSubstitute(world.db, [schoolId]),
    ];
    const months = () =>
      world.db.query(
        sql`select to_char(month, 'YYYY-MM') as month, open, pending, filled from school_months
            where school_id = ${schoolId} and (open, pending, filled) <> (0, 0, 0) order by month`,
      );
    const made = await makeVacancy(world.db, { schoolId, teacherId, date: '2026-11-30' });
    const filled = await makeVacancy(world.db, {
      schoolId,
      teacherId,
      date: '2026-11-30',
      status: 'filled',
      substituteId,
    });
    expect(await months()).toEqual([{ month: '2026-11', open: 1, pending: 0, filled: 1 }]);
    await world.db.execute(sql`update vacancies set date = '2026-12-01' where id = ${made}`);
    expect(await months()).toEqual([
      { month: '2026-11', open: 0, pending: 0, filled: 1 },
      { month: '2026-12', open: 1, pending: 0, filled: 0 },
    ]);
    await world.db.execute(sql`update vacancies set deleted_at = now() where id = ${filled}`);
    await world.db.execute(
      sql`update vacancies set status = 'pending_approval', requested_by_id = ${substituteId}, requested_at = now()
          where id = ${made}`,
    );
    expect(await months()).toEqual([{ month: '2026-12', open: 0, pending: 1, filled: 0 }]);
    await owner.call(deleteSchool, { params: { id: String(schoolId) } });
    expect(await world.db.query(sql`select 1 from school_months where school_id = ${schoolId}`)).toEqual([]);
  });
});

describe('the deletion of a school', () => {
  it('says in advance what it would delete', async () => {
    const { id, name } = await makeSchool(world.db);
    const teacherId = await makeTeacher(world.db, id);
    const substituteId = await makeSubstitute(world.db, [id]);
    await makeAdmin(world.db, id);
    await makeVacancy(world.db, { schoolId: id, teacherId, date: '2026-01-05' });
    await makeVacancy(world.db, { schoolId: id, teacherId, status: 'filled', substituteId });
    const params = { id: String(id) };
    expect(await owner.call(getSchoolLoss, { params })).toEqual({
      name,
      teachers: 1,
      admins: 1,
      substitutes: 1,
      vacancies: 2,
      upcomingAssignments: 1,
      messages: 0,
    });
    await owner.call(deleteSchool, { params });
    expect((await owner.try(getSchoolLoss, { params })).status).toBe(404);
  });
});

describe('the audit log', () => {
  it('says who did what to whom and when; a school admin sees only their school’s entries', async () => {
    const [oak, elm] = [await makeSchool(world.db, { name: 'Oak Log School' }), await makeSchool(world.db)];
    const admin = await world.as(await makeAdmin(world.db, oak.id, { fullName: 'Alma Admin' }));
    const elmAdmin = await world.as(await makeAdmin(world.db, elm.id));
    const pending = await makeTeacher(world.db, oak.id, { fullName: 'Tess 100% Teacher', isApproved: false });
    await admin.call(updateUser, { params: { id: String(pending) }, body: { isApproved: true } });
    await owner.call(updateSchool, { params: { id: String(elm.id) }, body: { name: 'Elm Renamed' } });

    const own = await admin.call(listAudit);
    expect(own).toMatchObject([
      {
        act: 'user.approve',
        actorName: 'Alma Admin',
        subjectName: 'Tess 100% Teacher',
        schoolName: 'Oak Log School',
        at: '2026-11-23T10:45:00.000Z',
      },
    ]);
    expect((await elmAdmin.call(listAudit)).map(({ act }) => act)).toEqual(['school.edit']);
    const found = async (search: string) => (await owner.call(listAudit, { query: { search } })).map(({ act }) => act);
    expect(await found('100% teach')).toEqual(['user.approve']);
    expect(await found('alma')).toEqual(['user.approve']);
    expect(await found('oak log')).toEqual(['user.approve']);
    expect(await found('user approve')).toEqual(['user.approve']);
    expect(await found('elm renamed')).toEqual(['school.edit']);
    expect(await found('nobody at all')).toEqual([]);
    expect(await elmAdmin.call(listAudit, { query: { search: 'alma' } })).toEqual([]);
    expect(await owner.call(listAudit, { query: { to: '2026-11-22' } })).toEqual([]);
    const first = await owner.try(listAudit, { query: { limit: '1' } });
    const second = await owner.call(listAudit, {
      query: { limit: '1', cursor: first.headers.get('x-next-cursor') ?? '' },
    });
    expect([...first.body, ...second].map(({ act }) => act)).toEqual(['school.edit', 'user.approve']);
    expect((await (await world.as(await makeAdmin(world.db, null))).try(listAudit)).status).toBe(403);
    expect((await owner.call(listAudit, { query: { kind: 'schools' } })).map(({ act }) => act)).toContain(
      'school.edit',
    );
    expect((await owner.call(listAudit, { query: { kind: 'approvals' } })).map(({ act }) => act)).toEqual([
      'user.approve',
    ]);
    expect(await owner.call(listAudit, { query: { kind: 'passwords' } })).toEqual([]);
    await owner.call(deleteSchool, { params: { id: String(elm.id) } });
    expect(await found('elm renamed')).toEqual(['school.delete', 'school.edit']);
  });

  it('has an admin’s permanent changes to vacancies, but not a teacher’s changes to their own', async () => {
    const { id: schoolId } = await makeSchool(world.db);
    const teacherId = await makeTeacher(world.db, schoolId);
    const [admin, teacher] = [
      await world.as(await makeAdmin(world.db, schoolId, { fullName: 'Vera Vacancy' })),
      await world.as(teacherId),
    ];
    for (const by of [teacher, admin]) {
      const id = await makeVacancy(world.db, { schoolId, teacherId, date: '2026-12-15' });
      await by.call(deleteVacancy, { params: { id: String(id) } });
    }
    const past = await makeVacancy(world.db, {
      schoolId,
      teacherId,
      date: '2026-11-02',
      status: 'filled',
      substituteId: await makeSubstitute(world.db, [schoolId]),
    });
    await admin.call(correctVacancy, {
      params: { id: String(past) },
      body: { substituteId: null, reason: 'Nobody came.' },
    });
    expect(
      (await admin.call(listAudit)).map(({ act, actorName, subjectName }) => [act, actorName, subjectName === null]),
    ).toEqual([
      ['vacancy.correct', 'Vera Vacancy', false],
      ['vacancy.delete', 'Vera Vacancy', false],
    ]);
  });

  it('uses the dates of the school, or the one that the owner names, and omits entries of the installation', async () => {
    const { id: schoolId } = await makeSchool(world.db, { timeZone: 'Pacific/Honolulu' });
    const admin = await world.as(await makeAdmin(world.db, schoolId));
    // 23:59 on the 9th and midnight on the 10th in Honolulu.
    for (const at of ['2026-06-10T09:59:00Z', '2026-06-10T10:00:00Z']) {
      await world.db.execute(
        sql`insert into audit_log (school_id, act, subject_type, subject_id, at)
            values (${schoolId}, 'school.edit', 'school', ${schoolId}, ${at}::timestamptz)`,
      );
    }
    await world.db.execute(
      sql`insert into audit_log (act, subject_type, at)
          values ('a_mark_of_the_installation', 'installation', '2026-06-10T12:00:00Z')`,
    );
    const count = async (by: Caller, query: Record<string, string>) => (await by.call(listAudit, { query })).length;
    expect(await count(admin, { from: '2026-06-10', to: '2026-06-10' })).toBe(1);
    expect(await count(admin, { to: '2026-06-09' })).toBe(1);
    expect(await count(admin, { from: '2026-06-10', to: '2026-06-10', timeZone: 'UTC' })).toBe(1);
    expect(await count(owner, { from: '2026-06-10', to: '2026-06-10' })).toBe(2);
    expect(await count(owner, { from: '2026-06-10', to: '2026-06-10', timeZone: 'Pacific/Honolulu' })).toBe(1);
    expect((await owner.try(listAudit, { query: { timeZone: 'Mars/Olympus' } })).status).toBe(400);
  });
});
