import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getVacancy } from '#contract/vacancies.ts';
import { assignSubstitute } from '#contract/vacancy-staff.ts';
import { sql } from '#server/db/database.ts';
import { releaseSubstituteFromSchool, rezoneVacancies } from '#server/features/vacancies/commands.ts';
import { teachersCoveredBy } from '#server/features/vacancies/vacancy/queries.ts';
import { makeSchool, makeTeacher, makeVacancy } from '#test/make.ts';
import { openStage, type Stage } from '#test/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.world.close());
beforeEach(() => stage.clear());

describe('a substitute whose work at a school ends', () => {
  it('loses future requests and assignments, only at that school; days worked stay', async () => {
    const { db, config, time } = stage.world;
    const { ann, teacher, admin } = stage.ids;
    const elsewhere = await makeSchool(db);
    const asked = await stage.vacancy({ date: '2026-11-24', status: 'pending_approval', requestedById: ann });
    const booked = await stage.vacancy({ date: '2026-11-25', status: 'filled', substituteId: ann });
    const worked = await stage.vacancy({ date: '2026-11-20', status: 'filled', substituteId: ann });
    const bobs = await stage.vacancy({ date: '2026-11-25', status: 'filled', substituteId: stage.ids.bob });
    const other = await makeVacancy(db, {
      schoolId: elsewhere.id,
      teacherId: await makeTeacher(db, elsewhere.id),
      date: '2026-11-26',
      status: 'filled',
      substituteId: ann,
    });
    const context = { config, now: time.now, actor: { id: admin } };
    expect(await db.inTransaction((tx) => releaseSubstituteFromSchool(tx, context, ann, stage.school.id))).toBe(2);
    const statusOf = async ({ params }: { params: { id: string } }) =>
      (await stage.admin.call(getVacancy, { params })).status;
    expect([await statusOf(asked), await statusOf(booked), await statusOf(worked), await statusOf(bobs)]).toEqual([
      'open',
      'open',
      'filled',
      'filled',
    ]);
    expect(await stage.told(asked.id)).toEqual([
      ['request_reopened', teacher],
      ['request_reopened', ann],
    ]);
    expect(await stage.told(booked.id)).toEqual([
      ['request_reopened', teacher],
      ['assignment_cancelled', ann],
    ]);
    expect(await db.inTransaction((tx) => releaseSubstituteFromSchool(tx, context, ann, null))).toBe(1);
    expect(await stage.history(other)).toEqual(['reopened', 'offered_again']);
  });

  it('is not booked at the moment they are disabled', async () => {
    const { db, config, time } = stage.world;
    const { bob, admin } = stage.ids;
    for (let round = 0; round < 20; round += 1) {
      const { params } = await stage.vacancy({ date: '2026-12-01' });
      await Promise.all([
        stage.admin.try(assignSubstitute, { params, body: { substituteId: bob } }),
        db.inTransaction(async (tx) => {
          await tx.execute(sql`update users set is_active = false where id = ${bob}`);
          await releaseSubstituteFromSchool(tx, { config, now: time.now, actor: { id: admin } }, bob, null);
        }),
      ]);
      expect((await stage.admin.call(getVacancy, { params })).status).toBe('open');
      await db.execute(sql`update users set is_active = true where id = ${bob}`);
    }
  });
});

describe('a corrected time zone', () => {
  it('moves the instants of future vacancies, even adjacent ones of one person', async () => {
    const { db, time } = stage.world;
    const { ann } = stage.ids;
    const morning = await stage.vacancy({ start: '08:00', end: '12:00', status: 'filled', substituteId: ann });
    const afternoon = await stage.vacancy({ start: '12:00', end: '15:00', status: 'filled', substituteId: ann });
    const past = await stage.vacancy({ date: '2026-11-19', status: 'filled', substituteId: ann });
    for (const [zone, hours] of [
      ['America/Chicago', '14:00 18:00 13:00'],
      ['America/New_York', '13:00 17:00 13:00'],
    ] as const) {
      await db.inTransaction((tx) => rezoneVacancies(tx, stage.school.id, zone, time.now));
      const rows = await db.query<{ startsAt: Date }>(
        sql`select starts_at as "startsAt" from vacancies
            where id = any(${[morning.id, afternoon.id, past.id]}::bigint[]) order by id`,
      );
      expect(rows.map((row) => row.startsAt.toISOString().slice(11, 16)).join(' ')).toBe(hours);
    }
  });

  it('is refused if it would book someone twice', async () => {
    const { db, time } = stage.world;
    const elsewhere = await makeSchool(db);
    await makeVacancy(db, {
      schoolId: elsewhere.id,
      teacherId: await makeTeacher(db, elsewhere.id),
      date: '2026-11-24',
      start: '15:00',
      end: '17:00',
      status: 'filled',
      substituteId: stage.ids.ann,
    });
    await stage.vacancy({ status: 'filled', substituteId: stage.ids.ann });
    await expect(
      db.inTransaction((tx) => rezoneVacancies(tx, stage.school.id, 'America/Chicago', time.now)),
    ).rejects.toMatchObject({ code: 'booked_elsewhere' });
  });
});

describe('the teachers that a substitute covers', () => {
  it('are those of current assignments at this school', async () => {
    const { ann, teacher } = stage.ids;
    await stage.vacancy({ status: 'pending_approval', requestedById: ann });
    expect(await teachersCoveredBy(stage.world.db, [ann], stage.school.id)).toEqual(new Map());
    await stage.vacancy({ date: '2026-11-20', status: 'filled', substituteId: ann });
    expect(await teachersCoveredBy(stage.world.db, [ann], stage.school.id)).toEqual(new Map([[ann, [teacher]]]));
  });
});
