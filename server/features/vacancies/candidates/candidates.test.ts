import { afterAll, beforeAll, expect, describe, it } from 'vitest';
import { listCandidates } from '#contract/candidates.ts';
import { createVacancies } from '#contract/absences.ts';
import { assignSubstitute, notifySubstitutes } from '#contract/vacancy-staff.ts';
import { sql } from '#server/db/database.ts';
import { schoolDay } from '#test/job-stage.ts';
import { makeAdmin, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { type Caller, openWorld, type World } from '#test/world.ts';

let world: World;
let schoolId: number;
let teacherId: number;
let admin: Caller;
let vacancyId: number;
const date = '2026-12-02';
beforeAll(async () => {
  world = await openWorld();
  schoolId = (await makeSchool(world.db)).id;
  teacherId = await makeTeacher(world.db, schoolId);
  admin = await world.as(await makeAdmin(world.db, schoolId));
  await world.db.execute(sql`update users set department = 'Mathematics' where id = ${teacherId}`);
  vacancyId = await makeVacancy(world.db, { schoolId, teacherId, date });
});
afterAll(() => world.close());

const candidates = (query = {}) => admin.call(listCandidates, { params: { id: String(vacancyId) }, query });

describe('the candidates for a vacancy', () => {
  it('are sorted by fit, with reasons, and booked ones come last without an offer', async () => {
    const other = (await makeSchool(world.db)).id;
    const make = (fullName: string) => makeSubstitute(world.db, [schoolId, other], { fullName });
    const week = (id: number, days: object) =>
      world.db.execute(sql`update users set general_availability = ${JSON.stringify(days)}::jsonb where id = ${id}`);
    const [booked, math, regular, away, asks, quiet] = [
      await make('Bea Booked'),
      await make('Mia Math'),
      await make('Rob Regular'),
      await make('Al Away'),
      await make('Olga Other'),
      await make('Quinn Quiet'),
    ];
    await makeVacancy(world.db, {
      schoolId: other,
      teacherId: await makeTeacher(world.db, other),
      date,
      status: 'filled',
      substituteId: booked,
    });
    const pending = { date, status: 'pending_approval' } as const;
    await makeVacancy(world.db, {
      ...pending,
      schoolId,
      teacherId: await makeTeacher(world.db, schoolId),
      requestedById: asks,
    });
    // What someone requests at another school is none of this one's business.
    await makeVacancy(world.db, {
      ...pending,
      schoolId: other,
      teacherId: await makeTeacher(world.db, other),
      requestedById: quiet,
    });
    for (const id of [math, regular, booked]) await week(id, { wednesday: 'all_day' });
    await week(away, { monday: 'all_day' });
    await world.db.execute(sql`update users set preferred_subjects = 'Math, Art' where id = ${math}`);
    for (const day of ['2026-11-02', '2026-11-03'])
      await makeVacancy(world.db, { schoolId, teacherId, date: day, status: 'filled', substituteId: regular });
    await makeVacancy(world.db, {
      schoolId,
      teacherId: await makeTeacher(world.db, schoolId),
      date: '2026-11-04',
      status: 'filled',
      substituteId: regular,
    });
    await makeSubstitute(world.db, [schoolId], { fullName: 'Una Unapproved', isApproved: false });
    await makeSubstitute(world.db, [other], { fullName: 'Stranger' });

    const found = await candidates();
    expect(
      found.map(({ fullName, why, canAssign, timesHere, subjects }) => [fullName, why, canAssign, timesHere, subjects]),
    ).toEqual([
      ['Mia Math', ['available', 'free', 'subject'], true, 0, ['Math']],
      ['Rob Regular', ['available', 'free', 'with_teacher', 'been_here'], true, 3, []],
      ['Quinn Quiet', ['free'], true, 0, []],
      ['Olga Other', ['free'], true, 0, []],
      ['Al Away', ['unavailable', 'free'], true, 0, []],
      ['Bea Booked', ['booked', 'available'], false, 0, []],
    ]);
    expect(
      (await admin.try(assignSubstitute, { params: { id: String(vacancyId) }, body: { substituteId: booked } })).status,
    ).toBe(409);
    expect(found.filter(({ endsRequest }) => endsRequest).map(({ fullName }) => fullName)).toEqual(['Olga Other']);
    expect((await candidates({ search: 'QUI' })).map(({ id }) => id)).toEqual([quiet]);

    const seen: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof admin.try<typeof listCandidates>>> = await admin.try(listCandidates, {
        params: { id: String(vacancyId) },
        query: { limit: '2', cursor },
      });
      seen.push(...page.body.map(({ id }) => id));
      cursor = page.headers.get('x-next-cursor');
    }
    expect(seen).toEqual([math, regular, quiet, asks, away, booked]);
  });

  it('are only those whom a teacher can offer their own vacancy, with reasons but no contacts', async () => {
    const teacher = await world.as(teacherId);
    const [declined, known] = [
      await makeSubstitute(world.db, [schoolId], { fullName: 'Dee Declined' }),
      await makeSubstitute(world.db, [schoolId], { fullName: 'Kit Known', phone: '+13105550142' }),
    ];
    await world.db.execute(sql`insert into vacancy_declines (vacancy_id, substitute_id, declined_at)
      values (${vacancyId}, ${declined}, ${world.time.now})`);
    await world.db.execute(sql`insert into favorites (substitute_id, school_id, teacher_id, added_at)
      values (${known}, ${schoolId}, ${teacherId}, ${world.time.now})`);
    const found = await teacher.call(listCandidates, { params: { id: String(vacancyId) } });
    expect(found.map(({ fullName, why }) => [fullName, why])).toEqual([
      ['Kit Known', ['teachers_favorite', 'free']],
      ['Mia Math', ['available', 'free', 'subject']],
      ['Rob Regular', ['available', 'free', 'with_teacher', 'been_here']],
      ['Olga Other', ['free']],
      ['Quinn Quiet', ['free']],
    ]);
    expect(found[0]).toMatchObject({
      qualifications: null,
      preferredSubjects: null,
      phone: null,
      email: null,
      noShowOn: null,
      limits: [],
    });
    const { notified } = await teacher.call(notifySubstitutes, {
      params: { id: String(vacancyId) },
      body: { substituteIds: [known] },
    });
    expect(notified).toBe(1);
  });

  it('of a job are, for its teacher, only those who could take each of its days', async () => {
    const teacher = await world.as(teacherId);
    const half = await makeSubstitute(world.db, [schoolId], { fullName: 'Hal Half' });
    const [monday, tuesday] = await teacher.call(createVacancies, {
      body: { ...schoolDay, teacherId, dates: ['2026-12-14', '2026-12-15'], asOneJob: true },
    });
    if (monday === undefined || tuesday === undefined) throw new Error('There are two days.');
    const named = async () =>
      (await teacher.call(listCandidates, { params: { id: String(monday.id) } })).map(({ fullName }) => fullName);
    expect(await named()).toContain('Hal Half');
    await makeVacancy(world.db, {
      schoolId,
      teacherId: await makeTeacher(world.db, schoolId),
      date: '2026-12-15',
      status: 'pending_approval',
      requestedById: half,
    });
    // An assignment is for all days, so it ends a request on any of them.
    const forAdmin = await admin.call(listCandidates, { params: { id: String(monday.id) } });
    expect(forAdmin.filter(({ endsRequest }) => endsRequest).map(({ id }) => id)).toEqual([half]);
    await world.db.execute(sql`insert into vacancy_declines (vacancy_id, substitute_id, declined_at)
      values (${tuesday.id}, ${half}, ${world.time.now})`);
    expect(await named()).not.toContain('Hal Half');
  });

  it('are visible only to the school’s admins and the vacancy’s teacher', async () => {
    const neighbor = await world.as(await makeAdmin(world.db, (await makeSchool(world.db)).id));
    const colleague = await world.as(await makeTeacher(world.db, schoolId));
    for (const stranger of [neighbor, colleague])
      expect((await stranger.try(listCandidates, { params: { id: String(vacancyId) } })).status).toBe(404);
  });
});
