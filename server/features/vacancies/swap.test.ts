import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getVacancy } from '#contract/vacancies.ts';
import { swapSubstitutes } from '#contract/vacancy-swap.ts';
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
    await stage.world.db
      .execute(sql`insert into attendance (vacancy_id, substitute_id, school_id, state, arrived_at, recorded_how, recorded_by_id, recorded_at)
      values (${one.id}, ${ann}, ${stage.school.id}, 'here', now(), 'office', ${admin}, now())`);
    expect((await swap(one, other)).body.code).toBe('swap_late');
    await stage.world.db.execute(sql`delete from attendance`);
    stage.world.time.now = new Date('2026-11-23T13:00:00Z');
    expect((await swap(one, other)).body.code).toBe('swap_late');
    stage.world.time.now = new Date('2026-11-23T12:59:59Z');
    expect((await swap(one, other)).status).toBe(200);
  });

  it('change places as often as it is asked, one after the other, when administrators act at once', async () => {
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
