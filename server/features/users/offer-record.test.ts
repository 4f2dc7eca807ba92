import { afterAll, beforeAll, expect, it } from 'vitest';
import { getOfferRecord } from '#contract/offers.ts';
import { declineVacancy, updateVacancy } from '#contract/vacancy-moves.ts';
import { notifySubstitutes } from '#contract/vacancy-staff.ts';
import { sql } from '#server/db/database.ts';
import { makeAdmin, makePeople, makeSchool, makeTeacher, makeVacancy } from '#test/make.ts';
import { openStage, type Stage } from '#test/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.world.close());

it('counts a month’s offers, answers and days at the reader’s school, next to the median of five people or more', async () => {
  const { world, ids, school, admin, teacher, ann, bob } = stage;
  const { db } = world;
  const record = async (of: number) => admin.call(getOfferRecord, { params: { id: String(of) } });
  const [one, other] = [await stage.vacancy({ date: '2026-11-25' }), await stage.vacancy({ date: '2026-11-26' })];
  for (const { params } of [one, other, one]) await teacher.call(notifySubstitutes, { params, body: {} });
  await ann.call(updateVacancy, { params: one.params, body: { status: 'pending_approval' } });
  await ann.call(declineVacancy, { params: other.params });
  await bob.call(declineVacancy, { params: other.params });
  await stage.vacancy({ date: '2026-11-02', status: 'filled', substituteId: ids.ann });
  // Another month, and another school.
  await stage.vacancy({ date: '2026-12-01', status: 'filled', substituteId: ids.ann });
  const elsewhere = await makeSchool(db);
  await makeVacancy(db, {
    schoolId: elsewhere.id,
    teacherId: await makeTeacher(db, elsewhere.id),
    date: '2026-11-03',
    status: 'filled',
    substituteId: ids.ann,
  });
  await db.execute(
    sql`update notices set created_at = '2026-10-31T23:00:00Z'
        where recipient_id = ${ids.bob} and vacancy_id = ${one.id}`,
  );
  expect(await record(ids.ann)).toEqual({ offers: 2, answers: 2, days: 1, median: null });
  expect(await record(ids.bob)).toEqual({ offers: 1, answers: 1, days: 0, median: null });

  const [cy = 0] = await makePeople(
    db,
    Array.from({ length: 3 }, () => ({ role: 'substitute' as const, chose: [school.id] })),
  );
  expect(await record(cy)).toEqual({ offers: 0, answers: 0, days: 0, median: { offers: 0, answers: 0, days: 0 } });
  await db.execute(sql`delete from substitute_schools where substitute_id = ${cy + 1}`);
  expect((await record(ids.ann)).median).toBeNull();
  const stranger = await world.as(await makeAdmin(db, elsewhere.id));
  expect((await stranger.try(getOfferRecord, { params: { id: String(ids.ann) } })).status).toBe(404);
});
