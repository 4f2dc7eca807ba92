import { afterAll, beforeAll, expect, it } from 'vitest';
import { getOwnYear } from '#contract/own-year.ts';
import { sql } from '#server/db/database.ts';
import { makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { openWorld, type World } from '#test/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

it('a teacher and a substitute see their days of the school year so far', async () => {
  const { db } = world;
  const [oak, elm] = [await makeSchool(db, { name: 'Oak' }), await makeSchool(db, { name: 'Elm' })];
  const [ann, ben] = [await makeTeacher(db, oak.id), await makeTeacher(db, elm.id)];
  const sam = await makeSubstitute(db, [oak.id, elm.id]);
  const make = async (parts: Partial<Parameters<typeof makeVacancy>[1]>, shift = 'full_day') => {
    const id = await makeVacancy(db, {
      schoolId: oak.id,
      teacherId: ann,
      status: 'filled',
      substituteId: sam,
      ...parts,
    });
    await db.execute(sql`update vacancies set shift_type = ${shift} where id = ${id}`);
    return id;
  };
  await make({ date: '2026-06-30' });
  await make({ date: '2026-07-01', reason: 'Illness', end: '11:00' }, 'morning');
  await make({ date: '2026-07-01', reason: 'Personal', start: '12:00' }, 'afternoon');
  await make({ date: '2026-11-20', reason: 'Illness' });
  await make({ date: '2026-11-19', schoolId: elm.id, teacherId: ben }, 'morning');
  const missed = await make({ date: '2026-11-18', reason: 'Illness' });
  await db.execute(sql`insert into attendance
      (vacancy_id, substitute_id, school_id, state, recorded_how, recorded_by_id, recorded_at)
    values (${missed}, ${sam}, ${oak.id}, 'no_show', 'office', ${ann}, now())`);
  await make({ date: '2026-11-24' });
  await make({ date: '2026-11-17', status: 'open', substituteId: null, reason: 'Personal' }, 'morning');
  const span = { from: '2026-07-01', to: '2026-11-23' };
  expect(await (await world.as(ann)).call(getOwnYear)).toEqual({
    ...span,
    days: 3.5,
    parts: [
      { name: 'Illness', days: 2.5 },
      { name: 'Personal', days: 1 },
    ],
  });
  expect(await (await world.as(sam)).call(getOwnYear)).toEqual({
    ...span,
    days: 2.5,
    parts: [
      { name: 'Oak', days: 2 },
      { name: 'Elm', days: 0.5 },
    ],
  });
  expect(await (await world.as(await makeTeacher(db, oak.id))).call(getOwnYear)).toEqual({
    ...span,
    days: 0,
    parts: [],
  });
});
