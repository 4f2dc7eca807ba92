import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countVacancies, getVacancy, listVacancies, type Vacancy } from '#contract/vacancies.ts';
import { declineVacancy, undeclineVacancy, updateVacancy } from '#contract/vacancy-moves.ts';
import { putAvailability } from '#contract/availability-changes.ts';
import { updateGeneralAvailability } from '#contract/users.ts';
import { sql } from '#server/db/database.ts';
import { makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { openStage, type Stage } from '#test/stage.ts';
import type { Answer, Caller } from '#test/world.ts';

let stage: Stage;
let sub: Caller;
let subId: number;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.world.close());
beforeEach(async () => {
  await stage.clear();
  subId = await makeSubstitute(stage.world.db, [stage.school.id]);
  sub = await stage.world.as(subId);
});

const idsOf = (vacancies: Vacancy[]) => vacancies.map(({ id }) => id);
const open = (query: object = {}) => sub.call(listVacancies, { query: { status: 'open', ...query } });
const saveWeek = (week: object) =>
  sub.call(updateGeneralAvailability, {
    params: { id: String(subId) },
    body: { generalAvailability: JSON.stringify(week) },
  });
const allWeek = { monday: 'all_day', tuesday: 'all_day', wednesday: 'all_day', thursday: 'all_day', friday: 'all_day' };

async function paged(who: Caller, query: object, limit: string): Promise<{ ids: number[]; pages: number }> {
  const ids: number[] = [];
  let cursor: string | null = '';
  let pages = 0;
  for (; cursor !== null; pages += 1) {
    const page: Answer<Vacancy[]> = await who.try(listVacancies, { query: { ...query, limit, cursor } });
    ids.push(...idsOf(page.body));
    cursor = page.headers.get('x-next-cursor');
  }
  return { ids, pages };
}

describe('open and urgent vacancies', () => {
  it('come first within their day, and pages keep that order', async () => {
    const make = (date: string, start: string, isUrgent = false) => stage.vacancy({ date, start, isUrgent });
    const monday = await make('2026-11-23', '08:00');
    const [calm, soon, late] = [
      await make('2026-11-24', '07:00'),
      await make('2026-11-24', '08:00', true),
      await make('2026-11-24', '12:00', true),
    ];
    const filled = await stage.vacancy({
      date: '2026-11-24',
      start: '10:00',
      isUrgent: true,
      status: 'filled',
      substituteId: stage.ids.bob,
    });
    const wednesday = await make('2026-11-25', '08:00', true);
    const inOrder = [monday, soon, late, calm, wednesday].map(({ id }) => id);
    expect(idsOf(await open())).toEqual(inOrder);
    expect(await paged(sub, { status: 'open' }, '1')).toEqual({ ids: inOrder, pages: 5 });
    const ofAll = [monday, soon, late, calm, filled, wednesday].map(({ id }) => id);
    for (const who of [stage.teacher, stage.admin]) {
      const alive = (query: object) => paged(who, { from: '2026-11-23', ...query }, '2');
      expect((await alive({})).ids).toEqual(ofAll);
      expect((await alive({ order: 'latest' })).ids).toEqual(ofAll.toReversed());
    }
  });
});

describe('only what fits', () => {
  it('excludes nothing before weekly availability was saved', async () => {
    const { id } = await stage.vacancy();
    expect(idsOf(await open({ fits: 'true' }))).toEqual([id]);
  });

  it('uses weekly availability, the hours of a half day, and above all date exceptions', async () => {
    const tuesday = await stage.vacancy({ date: '2026-11-24' });
    const tuesdayMorning = await stage.vacancy({ date: '2026-11-24', end: '12:00' });
    const wednesday = await stage.vacancy({ date: '2026-11-25' });
    const thursday = await stage.vacancy({ date: '2026-11-26' });
    const friday = await stage.vacancy({ date: '2026-11-27' });
    await saveWeek({ tuesday: 'morning', wednesday: 'all_day', friday: 'all_day' });
    await sub.call(putAvailability, { body: { date: '2026-11-26', status: 'preferred', notes: null } });
    await sub.call(putAvailability, { body: { date: '2026-11-27', status: 'unavailable', notes: null } });
    const all = await open();
    expect(all.map(({ id, clash }) => [id, clash?.sentence ?? null])).toEqual([
      [tuesday.id, "On Tuesdays, you're available only in the morning."],
      [tuesdayMorning.id, null],
      [wednesday.id, null],
      [thursday.id, null],
      [friday.id, 'You marked this day as unavailable.'],
    ]);
    expect(
      all.every(({ can }) => can.includes('request')),
      'who is not available may still ask',
    ).toBe(true);
    expect(idsOf(await open({ fits: 'true' }))).toEqual([tuesdayMorning.id, wednesday.id, thursday.id]);
  });

  it('fills its pages however many do not fit in between, and keeps their own vacancies', async () => {
    await saveWeek({ ...allWeek, tuesday: 'unavailable' });
    const fitting: number[] = [];
    const { db } = stage.world;
    await db.execute(sql`insert into vacancies
        (school_id, teacher_id, created_by_id, date, start_time, end_time, starts_at, ends_at, shift_type, description,
        absence_reason, additional_notes, created_at, updated_at)
      select ${stage.school.id}, ${stage.ids.teacher}, ${stage.ids.teacher}, '2026-11-24', '08:00', '15:00',
        '2026-11-24T13:00:00Z', '2026-11-24T20:00:00Z', 'full_day', 'Class', 'Illness', 'Notes',
        ${stage.world.time.now}, ${stage.world.time.now}
      from generate_series(1, 250)`);
    fitting.push((await stage.vacancy({ date: '2026-11-23' })).id);
    const own = await stage.vacancy({ date: '2026-12-01', status: 'filled', substituteId: subId });
    for (const date of ['2026-11-25', '2026-11-26', '2026-11-27']) fitting.push((await stage.vacancy({ date })).id);
    expect(await paged(sub, { status: 'open', fits: 'true' }, '3')).toEqual({ ids: fitting, pages: 2 });
    expect(idsOf(await sub.call(listVacancies, { query: { fits: 'true' } }))).toEqual([...fitting, own.id]);
    expect(await stage.teacher.call(listVacancies, { query: { fits: 'true' } })).toEqual([]);
  });
});

describe('only what fits, of today', () => {
  it('excludes vacancies that cannot be requested: conflicts with an assignment, and shifts that are over', async () => {
    const booked = await stage.vacancy({ start: '08:00', end: '12:00', status: 'filled', substituteId: subId });
    const overlapping = await stage.vacancy({ start: '11:00' });
    const touching = await stage.vacancy({ start: '12:00' });
    const early = await stage.vacancy({ date: '2026-11-23', start: '06:00', end: '07:00' });
    const later = await stage.vacancy({ date: '2026-11-23', start: '07:00', end: '15:00' });
    // 7:00 in New York: the early class has just ended.
    stage.world.time.now = new Date('2026-11-23T12:00:00Z');
    expect(idsOf(await open())).toEqual([early.id, later.id, overlapping.id, touching.id]);
    expect(idsOf(await open({ fits: 'true' }))).toEqual([later.id, touching.id]);
    expect(idsOf(await sub.call(listVacancies, { query: { fits: 'true' } }))).toEqual([
      later.id,
      booked.id,
      touching.id,
    ]);
  });
});

describe('other requests for the same time', () => {
  const ask = { status: 'pending_approval' as const };
  const saidTo = (id: number, kind: string) =>
    stage.world.db.query<{ to: number; withdrawn: unknown; instead: unknown }>(
      sql`select recipient_id as "to", facts->'withdrawn' as withdrawn, facts->'instead' as instead from notices
          where vacancy_id = ${id} and kind = ${kind} order by recipient_id`,
    );

  it('are listed before and after requesting, with the consequences, and reported once one is approved', async () => {
    const { db } = stage.world;
    const northfield = await makeSchool(db, { name: 'Northfield High School' });
    await db.execute(sql`insert into substitute_schools (substitute_id, school_id, selected_at, approved_at)
      values (${subId}, ${northfield.id}, ${stage.world.time.now}, ${stage.world.time.now})`);
    const elsewhere = await makeVacancy(db, {
      schoolId: northfield.id,
      teacherId: await makeTeacher(db, northfield.id),
      date: '2026-11-24',
      end: '12:00',
    });
    const there = { params: { id: String(elsewhere) } };
    const { description } = await sub.call(updateVacancy, { ...there, body: ask });
    const here = await stage.vacancy({ start: '11:00' });
    const touching = await stage.vacancy({ start: '12:00' });
    const atOnce = await stage.vacancy({ start: '09:00', bookFirst: true });
    const first = `You also requested ${description} at Northfield High School, 8:00 AM – 12:00 PM.`;
    const overlapOf = async (params: { id: string }) => (await sub.call(getVacancy, { params })).requestOverlap;
    expect(await overlapOf(here.params)).toBe(
      `${first} You can request both. As soon as one is approved, we withdraw the other request.`,
    );
    expect(await overlapOf(atOnce.params)).toBe(`${first} If you are booked here, we withdraw that request.`);
    expect(await overlapOf(touching.params)).toBeNull();
    expect((await stage.ann.call(getVacancy, { params: here.params })).requestOverlap).toBeNull();

    const asked = await sub.call(updateVacancy, { params: here.params, body: ask });
    const bothStand = 'As soon as one is approved, we withdraw the other request.';
    expect(asked.requestOverlap).toBe(`${first} ${bothStand}`);
    expect(await overlapOf(there.params)).toBe(
      `You also requested ${asked.description} at ${stage.school.name}, 11:00 AM – 3:00 PM. ${bothStand}`,
    );
    expect((await stage.teacher.call(getVacancy, { params: here.params })).requestOverlap).toBeNull();

    await stage.teacher.call(updateVacancy, { params: here.params, body: { status: 'filled', substituteId: subId } });
    // Until then the approval can be undone, and no one is notified.
    await stage.told(here.id);
    const withdrawn = { title: description, school: 'Northfield High School', start: '08:00', end: '12:00' };
    expect(await saidTo(here.id, 'request_approved')).toEqual([{ to: subId, withdrawn: [withdrawn], instead: null }]);
    const reopened = await saidTo(elsewhere, 'request_reopened');
    // Only the substitute learns where they are booked instead.
    expect(reopened.map(({ to, instead }) => [to === subId, instead])).toEqual(
      expect.arrayContaining([
        [true, { title: asked.description, school: stage.school.name, start: '11:00', end: '15:00' }],
        [false, null],
      ]),
    );
    expect(await overlapOf(touching.params)).toBeNull();
  });

  it('are withdrawn immediately if the first request is booked', async () => {
    const other = await stage.vacancy();
    await sub.call(updateVacancy, { params: other.params, body: ask });
    const atOnce = await stage.vacancy({ bookFirst: true });
    const { status, requestOverlap } = await sub.call(updateVacancy, { params: atOnce.params, body: ask });
    expect([status, requestOverlap]).toEqual(['filled', null]);
    expect((await saidTo(atOnce.id, 'request_approved'))[0]?.withdrawn).toHaveLength(1);
    expect((await stage.teacher.call(getVacancy, { params: other.params })).status).toBe('open');
  });
});

describe('a conflict with an assignment', () => {
  it('is shown, and removes the request action that would be refused', async () => {
    const { db } = stage.world;
    const northfield = await makeSchool(db, { name: 'Northfield High School' });
    await makeVacancy(db, {
      schoolId: northfield.id,
      teacherId: await makeTeacher(db, northfield.id),
      date: '2026-11-24',
      end: '12:00',
      status: 'filled',
      substituteId: subId,
    });
    const overlapping = await stage.vacancy({ start: '11:00' });
    const touching = await stage.vacancy({ start: '12:00' });
    const sentence = "You're booked at Northfield High School from 8:00 AM to 12:00 PM that day.";
    expect((await open()).map(({ id, clash }) => [id, clash])).toEqual([
      [overlapping.id, { kind: 'assignment', sentence }],
      [touching.id, null],
    ]);
    const seen = await sub.call(getVacancy, { params: overlapping.params });
    expect([seen.clash?.sentence, seen.can]).toEqual([sentence, ['decline']]);
    expect(
      (await sub.try(updateVacancy, { params: overlapping.params, body: { status: 'pending_approval' } })).status,
    ).toBe(409);
    expect((await sub.call(getVacancy, { params: touching.params })).can).toContain('request');
    expect((await stage.ann.call(getVacancy, { params: overlapping.params })).clash).toBeNull();
    expect((await stage.teacher.call(getVacancy, { params: overlapping.params })).clash).toBeNull();
  });
});

describe('the filters of a substitute', () => {
  it('filter by shift, and by past vacancies in the school’s time', async () => {
    const { db } = stage.world;
    const morning = await stage.vacancy();
    await db.execute(sql`update vacancies set shift_type = 'morning' where id = ${morning.id}`);
    await stage.vacancy();
    expect(idsOf(await open({ shiftType: 'morning' }))).toEqual([morning.id]);

    const island = await makeSchool(db, { timeZone: 'Pacific/Honolulu' });
    const teacherId = await makeTeacher(db, island.id);
    const islandDay = await makeVacancy(db, {
      schoolId: island.id,
      teacherId,
      timeZone: 'Pacific/Honolulu',
      date: '2026-11-22',
      start: '14:00',
      end: '15:00',
      status: 'filled',
      substituteId: subId,
    });
    const before = await stage.vacancy({ date: '2026-11-21', status: 'filled', substituteId: subId });
    // 23:30 on the 22nd in Honolulu, 4:30 on the 23rd in New York.
    stage.world.time.now = new Date('2026-11-23T09:30:00Z');
    const mine = async (query: object) => idsOf(await sub.call(listVacancies, { query: { mine: 'true', ...query } }));
    expect([await mine({ upcoming: 'true' }), await mine({ past: 'true' })]).toEqual([[islandDay], [before.id]]);
    stage.world.time.now = new Date('2026-11-23T10:00:00Z');
    expect([await mine({ upcoming: 'true' }), await mine({ past: 'true', order: 'latest' })]).toEqual([
      [],
      [islandDay, before.id],
    ]);
    expect(idsOf(await stage.teacher.call(listVacancies, { query: { past: 'true' } }))).toEqual([before.id]);
  });

  it('show declined vacancies while they are open, until the decline is undone', async () => {
    const { id, params } = await stage.vacancy();
    await sub.call(declineVacancy, { params });
    expect([
      idsOf(await open()),
      idsOf(await open({ declined: 'true' })),
      idsOf(await open({ declined: 'true', past: 'true' })),
    ]).toEqual([[], [id], []]);
    await stage.ann.call(updateVacancy, { params, body: { status: 'pending_approval' } });
    expect(await open({ declined: 'true' })).toEqual([]);
    await stage.teacher.call(updateVacancy, {
      params,
      body: { status: 'open', requestedById: null, requestedAt: null },
    });
    expect(idsOf(await open({ declined: 'true' }))).toEqual([id]);
    await sub.call(undeclineVacancy, { params });
    expect([idsOf(await open()), await open({ declined: 'true' })]).toEqual([[id], []]);
  });

  it('do not search a reason that the school hides', async () => {
    await stage.vacancy({ reason: 'Bereavement' });
    expect(await open({ search: 'bereave' })).toEqual([]);
    expect(await stage.teacher.call(listVacancies, { query: { search: 'bereave' } })).toHaveLength(1);
  });
});

describe('the counts of a teacher', () => {
  it('cover one’s absences by reason and of all dates, and each tab by the school’s date', async () => {
    const { db } = stage.world;
    const tess = await makeTeacher(db, stage.school.id);
    const teacher = await stage.world.as(tess);
    expect(await teacher.call(countVacancies)).toEqual({
      byReason: { Personal: 0, Illness: 0, 'Family Illness': 0, Bereavement: 0, 'Paternity Leave': 0 },
      total: 0,
      pending: 0,
      open: 0,
      filled: 0,
    });
    const make = (parts: Parameters<Stage['vacancy']>[0]) => stage.vacancy({ teacherId: tess, ...parts });
    await make({ date: '2026-11-20', reason: 'Illness' });
    await make({ date: '2026-11-23', reason: 'Illness' });
    await make({ date: '2026-11-24', reason: 'Bereavement', status: 'pending_approval', requestedById: subId });
    await make({ date: '2026-11-22', reason: 'Paternity Leave', status: 'pending_approval', requestedById: subId });
    await make({ date: '2025-11-20', reason: 'Family Illness', status: 'filled', substituteId: subId });
    const deleted = await make({ date: '2026-11-25' });
    await db.execute(sql`update vacancies set deleted_at = ${stage.world.time.now} where id = ${deleted.id}`);
    await stage.vacancy({ date: '2026-11-26' });
    expect(await teacher.call(countVacancies)).toEqual({
      byReason: { Personal: 0, Illness: 2, 'Family Illness': 1, Bereavement: 1, 'Paternity Leave': 1 },
      total: 5,
      pending: 1,
      open: 1,
      filled: 1,
    });
    stage.world.time.now = new Date('2026-11-24T04:59:00Z');
    expect(await teacher.call(countVacancies), 'still the 23rd in New York').toMatchObject({ open: 1 });
    stage.world.time.now = new Date('2026-11-24T05:00:00Z');
    expect(await teacher.call(countVacancies)).toMatchObject({ open: 0, pending: 1, total: 5 });
  });
});
