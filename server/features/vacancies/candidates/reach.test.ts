import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVacancy, getReach, previewReach } from '#contract/absences.ts';
import { declineVacancy, updateVacancy } from '#contract/vacancy-moves.ts';
import { putAvailability } from '#contract/availability-changes.ts';
import { updateGeneralAvailability } from '#contract/users.ts';
import { sql } from '#server/db/database.ts';
import { makePeople, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { openStage, type Stage } from '#test/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.world.close());
beforeEach(() => stage.clear());

const times = { startTime: '08:00', endTime: '15:00' };
const absence = {
  ...times,
  shiftType: 'full_day' as const,
  description: 'Grade 4',
  additionalNotes: 'Room 12',
  sendNotifications: true,
};
const notified = async (id: number) =>
  (await stage.told(id)).filter(([kind]) => kind === 'vacancy_posted').map(([, to]) => to);

describe('the number of substitutes to notify', () => {
  it('matches the number that posting notifies, with reasons for the others', async () => {
    const { world, school, ids } = stage;
    const { db } = world;
    const date = '2026-11-24';
    const [away = 0, mornings = 0, busy = 0, busyAway = 0, none = 0] = await makePeople(
      db,
      Array.from({ length: 5 }, () => ({ role: 'substitute' as const, chose: [school.id] })),
    );
    await (await world.as(away)).call(putAvailability, { body: { date, status: 'unavailable', notes: null } });
    await (
      await world.as(mornings)
    ).call(updateGeneralAvailability, {
      params: { id: String(mornings) },
      body: { generalAvailability: JSON.stringify({ tuesday: 'morning', wednesday: 'all_day' }) },
    });
    const elsewhere = await makeSchool(db);
    const teacherId = await makeTeacher(db, elsewhere.id);
    for (const substituteId of [busy, busyAway])
      await makeVacancy(db, { schoolId: elsewhere.id, teacherId, date, end: '09:00', status: 'filled', substituteId });
    await db.execute(
      sql`insert into availability_dates (substitute_id, date, status) values (${busyAway}, ${date}, 'unavailable')`,
    );
    await makeSubstitute(db, [elsewhere.id]);

    const [tuesday, wednesday] = await stage.teacher.call(previewReach, {
      body: { dates: [date, '2026-11-25'], ...times },
    });
    expect(tuesday).toEqual({ of: 7, notified: 3, unavailable: 2, booked: 2, declined: 0, mayBeFewer: false });
    expect(wednesday).toEqual({ of: 7, notified: 7, unavailable: 0, booked: 0, declined: 0, mayBeFewer: false });
    const morning = await stage.admin.call(previewReach, {
      body: { dates: [date], startTime: '09:00', endTime: '12:00' },
    });
    expect(morning).toEqual([{ of: 7, notified: 5, unavailable: 2, booked: 0, declined: 0, mayBeFewer: false }]);
    const among = await stage.teacher.call(previewReach, {
      body: { dates: [date], ...times, among: [away, none, ids.ann] },
    });
    expect(among).toEqual([{ of: 3, notified: 2, unavailable: 1, booked: 0, declined: 0, mayBeFewer: false }]);

    const { id } = await stage.teacher.call(createVacancy, { body: { ...absence, date } });
    expect((await notified(id)).toSorted((a, b) => a - b)).toEqual([ids.ann, ids.bob, none].toSorted((a, b) => a - b));

    const params = { id: String(id) };
    await stage.bob.call(declineVacancy, { params });
    expect(await stage.admin.call(getReach, { params })).toEqual({
      of: 7,
      notified: 2,
      unavailable: 2,
      booked: 2,
      declined: 1,
      mayBeFewer: false,
    });
    await stage.ann.call(updateVacancy, { params, body: { status: 'pending_approval' } });
    expect((await stage.teacher.try(getReach, { params })).body.code).toBe('not_open');
  });

  it('is refused for a past day, no days, or another school', async () => {
    const ask = (body: object) =>
      stage.teacher.try(previewReach, { body: { dates: ['2026-11-24'], ...times, ...body } });
    expect((await ask({ dates: ['2026-11-22'] })).body.error).toBe('Date cannot be in the past');
    expect((await ask({ dates: [] })).body.error).toContain('Choose at least one day.');
    expect((await ask({ endTime: '08:00' })).body.error).toContain('The end must be after the start.');
    const other = await makeSchool(stage.world.db);
    const stranger = await stage.world.as(await makeTeacher(stage.world.db, other.id));
    const { params } = await stage.vacancy();
    expect((await stranger.try(getReach, { params })).status).toBe(404);
    // Ids of another school's substitutes are ignored.
    const theirs = await makeSubstitute(stage.world.db, [other.id]);
    expect((await ask({ among: [theirs] })).body).toEqual([
      { of: 0, notified: 0, unavailable: 0, booked: 0, declined: 0, mayBeFewer: false },
    ]);
  });

  it('never tells staff what one person chose: it counts job preferences only among five people or more', async () => {
    const { world, school, teacher, ids } = stage;
    const none = { unavailable: 0, booked: 0, declined: 0 };
    await world.db.execute(sql`insert into job_preferences (substitute_id, days, notice_hours, grades, subjects)
      values (${ids.ann}, 'half', 0, array['1'], array['Art'])`);
    const ask = async (body: object) => {
      const [found] = await teacher.call(previewReach, { body: { dates: ['2026-11-24'], ...times, ...body } });
      return found;
    };
    const classes = [
      { grade: '1' as const, subject: 'Art', needsSubject: true },
      { grade: '5' as const, subject: 'Science', needsSubject: true, needsGrade: true },
      { startTime: '08:00', endTime: '09:00' },
    ];
    for (const one of classes) {
      const among = [ids.ann];
      expect(await ask({ among, ...one })).toEqual({ ...none, of: 1, notified: 1, mayBeFewer: true });
    }
    expect(await ask({ among: [ids.bob] })).toEqual({ ...none, of: 1, notified: 1, mayBeFewer: false });
    // Two sets of chosen people that differ by one person would reveal that person's choices.
    const everyone = await makePeople(
      world.db,
      Array.from({ length: 5 }, () => ({ role: 'substitute' as const, chose: [school.id] })),
    );
    const half = { endTime: '12:00' };
    const all = [ids.ann, ...everyone];
    expect(await ask({ ...half, grade: '5', among: all })).toMatchObject({ of: 6, notified: 6, mayBeFewer: true });
    const [fitting, other] = [await ask({ ...half, grade: '1' }), await ask({ ...half, grade: '5' })];
    expect(other).toMatchObject({ notified: (fitting?.notified ?? 0) - 1, mayBeFewer: false });
  });

  it('leaves out a substitute who has only half of that day, as a posting does', async () => {
    const { world, teacher, ids } = stage;
    const date = '2026-11-24';
    await world.db.execute(
      sql`insert into availability_dates (substitute_id, date, status, part)
          values (${ids.ann}, ${date}, 'available', 'afternoon')`,
    );
    const ask = { dates: [date], ...times, among: [ids.ann, ids.bob] };
    expect(await teacher.call(previewReach, { body: ask })).toMatchObject([{ of: 2, notified: 1, unavailable: 1 }]);
    const { id } = await teacher.call(createVacancy, { body: { ...absence, date } });
    expect(await notified(id)).not.toContain(ids.ann);
  });
});
