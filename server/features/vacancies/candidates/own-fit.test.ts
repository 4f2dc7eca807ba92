import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getOwnFit } from '#contract/own-fit.ts';
import { declineVacancy } from '#contract/vacancy-moves.ts';
import { notifySubstitutes } from '#contract/vacancy-staff.ts';
import { sql } from '#server/db/database.ts';
import { eligibleSubstitutes } from '#server/features/vacancies/candidates/eligible.ts';
import { vacanciesOf } from '#server/features/vacancies/vacancy/queries.ts';
import { makeSchool } from '#test/make.ts';
import { openStage, type Stage } from '#test/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.world.close());
beforeEach(() => stage.clear());

describe('why a substitute is not offered more', () => {
  it('counts each rule, and agrees with the offers', async () => {
    const { ann, ids, world, school, teacher } = stage;
    const { db } = world;
    const declined = await stage.vacancy({ date: '2026-11-25' });
    await ann.call(declineVacancy, { params: declined.params });
    await stage.vacancy({ date: '2026-11-26' });
    await stage.vacancy({ date: '2026-11-27' });
    await stage.vacancy({ date: '2026-11-27', status: 'filled', substituteId: ids.ann });
    const fits = await stage.vacancy({ date: '2026-11-30' });
    await stage.vacancy({ date: '2026-12-16' });
    await db.execute(
      sql`insert into availability_dates (substitute_id, date, status)
          values (${ids.ann}, '2026-11-26', 'unavailable')`,
    );
    await db.execute(
      sql`insert into work_limits (substitute_id, school_id, month_minutes) values (${ids.ann}, ${school.id}, 14 * 60)`,
    );
    await stage.vacancy({ date: '2026-12-14', status: 'filled', substituteId: ids.ann });
    await stage.vacancy({ date: '2026-12-15', status: 'filled', substituteId: ids.ann });
    await teacher.call(notifySubstitutes, { params: fits.params, body: {} });
    await makeSchool(db);
    const fit = await ann.call(getOwnFit);
    expect(fit).toEqual({
      open: 5,
      fit: 1,
      rules: [
        { rule: 'declined', count: 1 },
        { rule: 'booked', count: 1 },
        { rule: 'unavailable', count: 1 },
        { rule: 'over_limit', count: 1 },
      ],
      excludedBy: [],
      waitingSchools: 0,
      month: { offers: 1, answers: 1, days: 1 },
    });
    const rows = await db.query<{ id: number }>(
      sql`select id from vacancies where status = 'open' and deleted_at is null`,
    );
    let offered = 0;
    for (const row of await vacanciesOf(
      db,
      rows.map(({ id }) => id),
      null,
      world.time.now,
    ))
      if ((await eligibleSubstitutes(db, row, [ids.ann], world.time.now)).length > 0) offered += 1;
    expect(offered).toBe(fit.fit);
    await db.execute(sql`delete from work_limits`);
    await db.execute(sql`delete from availability_dates`);
  });

  it('counts schools that have not decided yet', async () => {
    const { ann, ids, world } = stage;
    const { id } = await makeSchool(world.db);
    await world.db.execute(
      sql`insert into substitute_schools (substitute_id, school_id, selected_at) values (${ids.ann}, ${id}, now())`,
    );
    expect(await ann.call(getOwnFit)).toMatchObject({ open: 0, fit: 0, rules: [], waitingSchools: 1 });
  });
});
