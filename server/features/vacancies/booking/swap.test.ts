import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVacancies } from '#contract/absences.ts';
import { getBoard } from '#contract/board.ts';
import { getVacancy } from '#contract/vacancies.ts';
import { leaveJob } from '#contract/job-days.ts';
import { confirmAssignment } from '#contract/vacancy-moves.ts';
import { assignSubstitute } from '#contract/vacancy-staff.ts';
import { getSwapDays, swapSubstitutes } from '#contract/vacancy-swap.ts';
import { sql } from '#server/db/database.ts';
import { makeAdmin, makeSchool, makeTeacher, makeVacancy } from '#test/make.ts';
import { openStage, type Stage } from '#test/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.world.close());
beforeEach(async () => {
  await stage.clear();
  await stage.world.db.execute(sql`delete from attendance`);
  await stage.world.db.execute(sql`delete from work_limits`);
});

type Parts = Parameters<Stage['vacancy']>[0];
const booked = (substituteId: number, parts: Parts = {}) =>
  stage.vacancy({ status: 'filled', substituteId, confirmed: true, ...parts });
const swap = (one: { params: { id: string } }, other: { id: number }) =>
  stage.admin.try(swapSubstitutes, { params: one.params, body: { with: other.id } });
const coverOf = async ({ params }: { params: { id: string } }) => {
  const { substituteId, confirmed } = await stage.admin.call(getVacancy, { params });
  return [substituteId, confirmed];
};

describe('two substitutes of one day', () => {
  it('change places, and each of them is notified once', async () => {
    const { ann, bob, teacher } = stage.ids;
    const one = await booked(ann);
    const other = await booked(bob, { start: '08:10' });
    const { status, body } = await swap(one, other);
    expect([status, body.map(({ id, substituteId }) => [id, substituteId])]).toEqual([
      200,
      [
        [one.id, bob],
        [other.id, ann],
      ],
    ]);
    expect([await coverOf(one), await coverOf(other)]).toEqual([
      [bob, true],
      [ann, true],
    ]);
    expect(await stage.told(one.id)).toEqual([
      ['swapped', bob],
      ['filled', teacher],
    ]);
    expect(await stage.told(other.id)).toEqual([
      ['swapped', ann],
      ['filled', teacher],
    ]);
    expect(await stage.history(one.id)).toEqual(['released', 'assigned']);
  });

  it('confirm again if their times differ by more than 15 minutes, or if they hadn’t confirmed', async () => {
    const { ann, bob } = stage.ids;
    const morning = await booked(ann, { start: '08:00', end: '11:00' });
    const afternoon = await booked(bob, { start: '12:00' });
    await swap(morning, afternoon);
    expect([await coverOf(morning), await coverOf(afternoon)]).toEqual([
      [bob, false],
      [ann, false],
    ]);
    await stage.clear();
    const unsure = await booked(ann, { confirmed: false });
    const sure = await booked(bob);
    await swap(unsure, sure);
    expect([await coverOf(unsure), await coverOf(sure)]).toEqual([
      [bob, true],
      [ann, false],
    ]);
  });

  it('lose their other requests for the new time', async () => {
    const { ann, bob } = stage.ids;
    const morning = await booked(ann, { start: '08:00', end: '11:00' });
    const afternoon = await booked(bob, { start: '12:00' });
    const asked = await stage.vacancy({ status: 'pending_approval', requestedById: ann, start: '13:00' });
    await swap(morning, afternoon);
    expect((await stage.admin.call(getVacancy, { params: asked.params })).status).toBe('open');
  });

  it('stay where they are if one has a third class at the new time', async () => {
    const { ann, bob } = stage.ids;
    const morning = await booked(ann, { start: '08:00', end: '11:00' });
    const afternoon = await booked(bob, { start: '12:00', end: '14:00' });
    await booked(ann, { start: '13:30' });
    const { status, body } = await swap(morning, afternoon);
    expect([status, body.code, body.error]).toEqual([
      409,
      'booked_elsewhere',
      'Ann Lee has another class at that time.',
    ]);
    expect([await coverOf(morning), await coverOf(afternoon)]).toEqual([
      [ann, true],
      [bob, true],
    ]);
    expect(await stage.told(morning.id)).toEqual([]);
  });

  it('stay where they are if one may not work that much or no longer works there', async () => {
    const { ann, bob } = stage.ids;
    const short = await booked(ann, { start: '08:00', end: '09:00' });
    const long = await booked(bob, { start: '09:30', end: '15:00' });
    await stage.world.db.execute(
      sql`insert into work_limits (school_id, substitute_id, week_minutes) values (${stage.school.id}, ${ann}, 240)`,
    );
    expect((await swap(short, long)).body.code).toBe('over_limit');
    await stage.world.db.execute(sql`update work_limits set week_minutes = 330`);
    await stage.world.db.execute(sql`update users set is_active = false where id = ${bob}`);
    expect((await swap(short, long)).body.code).toBe('not_eligible');
    await stage.world.db.execute(sql`update users set is_active = true where id = ${bob}`);
    expect((await swap(short, long)).status).toBe(200);
  });

  it('can’t change places with an open class, another day, themselves, or another school’s class', async () => {
    const { ann, bob } = stage.ids;
    const one = await booked(ann);
    expect((await swap(one, await stage.vacancy())).body.code).toBe('not_filled');
    expect((await swap(await stage.vacancy({ start: '15:00', end: '16:00' }), one)).body.code).toBe('not_filled');
    expect((await swap(one, await booked(bob, { date: '2026-11-25' }))).status).toBe(400);
    expect((await swap(one, one)).status).toBe(400);
    expect((await swap(one, await booked(ann, { start: '16:00', end: '17:00' }))).status).toBe(400);
    const school = await makeSchool(stage.world.db);
    const teacherId = await makeTeacher(stage.world.db, school.id);
    const id = await makeVacancy(stage.world.db, {
      schoolId: school.id,
      teacherId,
      status: 'filled',
      substituteId: bob,
    });
    expect((await swap(one, { id })).status).toBe(404);
    const elsewhere = await stage.world.as(await makeAdmin(stage.world.db, school.id));
    expect((await elsewhere.try(swapSubstitutes, { params: one.params, body: { with: id } })).status).toBe(404);
  });

  it('stay once a class has begun, or someone has signed in', async () => {
    const { ann, bob, admin } = stage.ids;
    const today = { date: '2026-11-23' };
    const [one, other] = [await booked(ann, today), await booked(bob, { ...today, start: '09:00' })];
    await stage.world.db.execute(sql`insert into attendance
          (vacancy_id, substitute_id, school_id, state, arrived_at, recorded_how, recorded_by_id, recorded_at)
      values (${one.id}, ${ann}, ${stage.school.id}, 'here', now(), 'office', ${admin}, now())`);
    expect((await swap(one, other)).body.code).toBe('swap_late');
    const { lines } = await stage.admin.call(getBoard, { query: today });
    expect([one, other].map(({ id }) => lines.find((line) => line.id === id)?.can.includes('swap'))).toEqual([
      false,
      true,
    ]);
    await stage.world.db.execute(sql`delete from attendance`);
    stage.world.time.now = new Date('2026-11-23T13:00:00Z');
    expect((await swap(one, other)).body.code).toBe('swap_late');
    stage.world.time.now = new Date('2026-11-23T12:59:59Z');
    expect((await swap(one, other)).status).toBe(200);
  });

  it('change places once per request, one after another, when administrators act at once', async () => {
    const { ann, bob } = stage.ids;
    const [one, other] = [await booked(ann), await booked(bob)];
    const made = await Promise.all([swap(one, other), swap(other, one), swap(one, other)]);
    expect(made.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect([await coverOf(one), await coverOf(other)]).toEqual([
      [bob, true],
      [ann, true],
    ]);
  });
});

describe('two substitutes of two multi-day jobs', () => {
  /** Monday to Wednesday, and the first two of them. */
  const week = ['2026-11-30', '2026-12-01', '2026-12-02'];
  const on = (id: number | undefined) => ({ params: { id: String(id) } });
  /** Returns the vacancies of a job that this substitute confirmed. */
  async function jobOf(who: 'ann' | 'bob', dates: readonly string[], startTime = '08:00') {
    const times = { startTime, endTime: '15:00', shiftType: 'full_day' as const };
    const teacherId = await makeTeacher(stage.world.db, stage.school.id);
    const posted = await stage.admin.call(createVacancies, {
      body: {
        ...times,
        teacherId,
        dates: [...dates],
        description: 'Grade 4',
        additionalNotes: 'Notes.',
        asOneJob: true,
      },
    });
    const ids = posted.map(({ id }) => id);
    await stage.admin.call(assignSubstitute, { ...on(ids[0]), body: { substituteId: stage.ids[who] } });
    await stage[who].call(confirmAssignment, on(ids[0]));
    await stage.world.db.execute(sql`delete from notices`);
    return ids;
  }
  const swapAll = (one: number | undefined, other: number | undefined) =>
    stage.admin.try(swapSubstitutes, { ...on(one), body: { with: other ?? 0, allDays: true } });
  const daysOf = async (one: number | undefined, other: number | undefined) =>
    (await stage.admin.call(getSwapDays, { ...on(one), query: { with: String(other) } })).dates;
  const covering = async (ids: readonly number[]) =>
    (
      await stage.world.db.query<{ id: number }>(
        sql`select substitute_id as id from vacancies where id = any(${ids}::bigint[]) order by date, id`,
      )
    ).map(({ id }) => id);

  it('change places on every day that both jobs share, and are notified once with all dates', async () => {
    const { ann, bob } = stage.ids;
    const [long, short] = [await jobOf('ann', week), await jobOf('bob', week.slice(0, 2), '08:20')];
    expect(await daysOf(long[1], short[1])).toEqual(week.slice(0, 2));
    expect((await swapAll(long[1], short[1])).status).toBe(200);
    expect([await covering(long), await covering(short)]).toEqual([
      [bob, bob, ann],
      [ann, ann],
    ]);
    expect(await stage.told(long[0] ?? 0)).toEqual([['swapped', bob], expect.arrayContaining(['filled'])]);
    expect(await stage.told(short[0] ?? 0)).toEqual([['swapped', ann], expect.arrayContaining(['filled'])]);
    expect([await stage.told(long[1] ?? 0), await stage.told(short[1] ?? 0)]).toEqual([[], []]);
    const [facts] = await stage.world.db.query<{ dates: string[]; asks: boolean }>(
      sql`select facts #> '{vacancy,dates}' as dates, (facts -> 'asksToConfirm')::boolean as asks from notices
          where kind = 'swapped' and recipient_id = ${bob}`,
    );
    expect(facts).toEqual({ dates: week.slice(0, 2), asks: true });
    // One answer confirms both days.
    await stage.bob.call(confirmAssignment, on(long[1]));
    expect((await stage.admin.call(getVacancy, on(long[0]))).confirmed).toBe(true);
  });

  it('change places on one day only unless asked, and then share the other days', async () => {
    const { ann, bob } = stage.ids;
    const [one, other] = [await jobOf('ann', week), await jobOf('bob', week)];
    expect((await swap(on(one[0]), { id: other[0] ?? 0 })).status).toBe(200);
    expect(await covering(one)).toEqual([bob, ann, ann]);
    expect(await daysOf(one[0], other[0])).toEqual(week.slice(0, 1));
    expect(await daysOf(one[1], other[1])).toEqual(week.slice(1));
    await stage.admin.call(leaveJob, on(one[1]));
    expect(await daysOf(one[1], other[1])).toEqual(week.slice(1, 2));
    expect((await stage.admin.try(getSwapDays, { ...on(one[1]), query: { with: String(other[2]) } })).status).toBe(400);
  });

  it('all stay where they are if one day can’t be swapped, and the refusal has its date', async () => {
    const { ann, bob } = stage.ids;
    const [one, other] = [await jobOf('ann', week, '10:00'), await jobOf('bob', week)];
    await booked(ann, { date: '2026-12-01', start: '08:00', end: '09:00' });
    const { status, body } = await swapAll(one[0], other[0]);
    expect([status, body.code, body.error]).toEqual([
      409,
      'booked_elsewhere',
      'No one was swapped, because one of the days can’t be swapped. Tue, Dec 1: Ann Lee has another class at that time.',
    ]);
    expect([await covering(one), await covering(other)]).toEqual([week.map(() => ann), week.map(() => bob)]);
    expect((await stage.world.db.query(sql`select from notices where kind = 'swapped'`)).length).toBe(0);
  });

  it('are swapped as a whole when two administrators act on different days at once', async () => {
    const { ann, bob } = stage.ids;
    const [one, other] = [await jobOf('ann', week), await jobOf('bob', week)];
    const made = await Promise.all([swapAll(one[0], other[0]), swapAll(other[2], one[2])]);
    expect(made.map(({ status }) => status)).toEqual([200, 200]);
    // The second swap undoes the first one. If neither saw the other, both would have done the same.
    expect([await covering(one), await covering(other)]).toEqual([week.map(() => ann), week.map(() => bob)]);
    expect((await stage.world.db.query(sql`select from notices where kind = 'swapped'`)).length).toBe(4);
  });
});
