import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listFavorites, setFavorite } from '#contract/favorites.ts';
import { updateSchool } from '#contract/schools.ts';
import { createVacancy, previewFirst } from '#contract/absences.ts';
import { listCandidates } from '#contract/candidates.ts';
import { getVacancy, listVacancies } from '#contract/vacancies.ts';
import { declineVacancy } from '#contract/vacancy-moves.ts';
import { mostFavorites } from '#domain/favorite.ts';
import { sql } from '#server/db/database.ts';
import { openDispatches } from '#server/features/vacancies/dispatch/run-dispatches.ts';
import { makePeople, makeSubstitute, makeTeacher } from '#test/make.ts';
import { openStage, type Stage } from '#test/stage.ts';
import type { Caller } from '#test/world.ts';

let stage: Stage;
let cy: number;
beforeAll(async () => {
  stage = await openStage();
  const { world, school, ids } = stage;
  cy = await makeSubstitute(world.db, [school.id], { fullName: 'Cy Park' });
  for (const [day, substituteId] of [
    ['2026-10-01', ids.ann],
    ['2026-10-02', ids.bob],
  ] as const)
    await stage.vacancy({ date: day, status: 'filled', substituteId });
});
afterAll(() => stage.world.close());
beforeEach(async () => {
  const { db } = stage.world;
  await db.execute(sql`delete from favorites`);
  await db.execute(sql`update vacancies set deleted_at = now() where date > '2026-11-22'`);
  await offering('everyone');
});

const offering = (way: 'everyone' | 'best_matches' | 'favorites') =>
  stage.world.db.execute(sql`update schools set offering = ${way} where id = ${stage.school.id}`);
const star = (caller: Caller, id: number, isFavorite = true) =>
  caller.call(setFavorite, { params: { id: String(id) }, body: { isFavorite } });
const names = async (caller: Caller) => (await caller.call(listFavorites)).map(({ fullName }) => fullName);
const run = () =>
  openDispatches({
    db: stage.world.db,
    config: stage.world.config,
    clock: () => stage.world.time.now,
    log: { error: (problem: unknown) => expect(problem).toBeUndefined() } as never,
  }).run();
const body = {
  date: '2026-11-30',
  startTime: '08:00',
  endTime: '15:00',
  shiftType: 'full_day' as const,
  description: 'Grade 4',
  additionalNotes: 'Room 12',
  sendNotifications: true,
};
const post = async (parts: object = {}) => {
  const { id } = await stage.teacher.call(createVacancy, { body: { ...body, ...parts } });
  await run();
  return { id, params: { id: String(id) } };
};
const heard = async (id: number) =>
  (await stage.told(id)).flatMap(([kind, who]) => (kind === 'vacancy_posted' ? [who] : []));

describe('favorites', () => {
  it('are a teacher’s own or the school’s, and can be removed', async () => {
    const { teacher, admin, ids } = stage;
    await star(teacher, ids.bob);
    await star(teacher, ids.ann);
    await star(teacher, ids.ann);
    await star(admin, ids.bob);
    expect([await names(teacher), await names(admin)]).toEqual([['Ann Lee', 'Bob Ray'], ['Bob Ray']]);
    const other = await stage.world.as(await makeTeacher(stage.world.db, stage.school.id));
    expect(await names(other)).toEqual([]);
    await star(teacher, ids.bob, false);
    await star(teacher, ids.bob, false);
    expect([await names(teacher), await names(admin)]).toEqual([['Ann Lee'], ['Bob Ray']]);
  });

  it('have worked here, and are at most a hundred, even in parallel', async () => {
    const { teacher, world, school, ids } = stage;
    const stranger = await teacher.try(setFavorite, { params: { id: String(cy) }, body: { isFavorite: true } });
    expect([stranger.status, stranger.body.code]).toEqual([409, 'not_worked_here']);
    const many = await makePeople(
      world.db,
      Array.from({ length: mostFavorites - 1 }, () => ({ role: 'substitute' as const, chose: [school.id] })),
    );
    await world.db.execute(sql`insert into favorites (school_id, teacher_id, substitute_id, added_at)
      select ${school.id}, ${ids.teacher}, p, now() from unnest(${many}::bigint[]) p`);
    const both = await Promise.all(
      [ids.ann, ids.bob].map((id) =>
        teacher.try(setFavorite, { params: { id: String(id) }, body: { isFavorite: true } }),
      ),
    );
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('too_many_favorites');
    await world.db.execute(sql`update users set is_active = false where id = any(${many}::bigint[])`);
  });

  it('come first in the office’s list of candidates, with the reason', async () => {
    const { teacher, admin, ids } = stage;
    await star(teacher, ids.bob);
    const { params } = await stage.vacancy({ date: '2026-11-30' });
    const [first] = await admin.call(listCandidates, { params });
    expect(first?.id).toBe(ids.bob);
    expect(first?.why).toContain('teachers_favorite');
  });

  it('are notified first at a school that wants it, while everyone sees the vacancy, and no one waits for a favorite who declined', async () => {
    const { teacher, admin, ids, world, school } = stage;
    await admin.call(updateSchool, { params: { id: String(school.id) }, body: { offering: 'favorites' } });
    await star(teacher, ids.ann);
    await star(admin, ids.bob);
    const { id, params } = await post();
    expect(new Set(await heard(id))).toEqual(new Set([ids.ann, ids.bob]));
    const seen = await (await world.as(cy)).call(listVacancies, { query: { status: 'open' } });
    expect(seen.map((one) => one.id)).toContain(id);
    // A quarter of the waking time that is left, at most a day: here, 16 hours.
    const { offers } = await teacher.call(getVacancy, { params });
    expect(offers).toMatchObject({ offered: 2, nextAt: offers?.everyoneAt });
    await stage.ann.call(declineVacancy, { params });
    await run();
    expect(await heard(id)).not.toContain(cy);
    await stage.bob.call(declineVacancy, { params });
    await run();
    expect(await heard(id)).toContain(cy);
  });

  it('let everyone be notified at once if there are none', async () => {
    await offering('favorites');
    const { id } = await post();
    expect(await heard(id)).toHaveLength(3);
  });
});

describe('a vacancy that is offered first to someone', () => {
  it('notifies them first at any school, and everyone else after a while', async () => {
    const { teacher, world } = stage;
    for (const way of ['everyone', 'favorites', 'best_matches'] as const) {
      await offering(way);
      const { id, params } = await post({ offerFirstTo: [cy] });
      const first = await heard(id);
      expect(first[0]).toBe(cy);
      if (way === 'best_matches') continue;
      expect(first).toEqual([cy]);
      const { everyoneAt } = (await teacher.call(getVacancy, { params })).offers ?? {};
      world.time.now = new Date(everyoneAt ?? 0);
      await run();
      expect(await heard(id)).toHaveLength(3);
      await stage.clear();
      await stage.vacancy({ date: '2026-10-01', status: 'filled', substituteId: stage.ids.ann });
    }
  });

  it('refuses strangers, more than five, and a choice of who is notified', async () => {
    const { teacher, ids } = stage;
    const refused = async (parts: object) =>
      Object.keys((await teacher.try(createVacancy, { body: { ...body, ...parts } })).body.fields ?? {});
    expect(await refused({ offerFirstTo: [999_999] })).toEqual(['offerFirstTo']);
    expect(await refused({ offerFirstTo: [1, 2, 3, 4, 5, 6] })).toEqual(['offerFirstTo']);
    expect(await refused({ offerFirstTo: [ids.ann], targetSubstituteIds: [ids.bob] })).toEqual(['offerFirstTo']);
  });

  it('proposes those who fit, the best first, with reasons', async () => {
    const { teacher, ids, world } = stage;
    await star(teacher, ids.ann);
    const when = { date: '2026-11-30', startTime: '08:00', endTime: '15:00', description: 'Grade 4' };
    const [first, ...others] = await teacher.call(previewFirst, { body: when });
    expect(first?.id).toBe(ids.ann);
    expect(first?.why).toContain('Your favorite');
    expect(others.map(({ id }) => id)).toContain(cy);
    await world.db.execute(
      sql`insert into availability_dates (substitute_id, date, status) values (${cy}, ${when.date}, 'unavailable')`,
    );
    expect((await teacher.call(previewFirst, { body: when })).map(({ id }) => id)).not.toContain(cy);
    await world.db.execute(sql`delete from availability_dates`);
  });

  it('proposes the ten best, and those already chosen if they fit', async () => {
    const { teacher, world, school } = stage;
    const many = await makePeople(
      world.db,
      Array.from({ length: 11 }, () => ({ role: 'substitute' as const, chose: [school.id] })),
    );
    const when = { date: '2026-11-30', startTime: '08:00', endTime: '15:00', description: 'Grade 4' };
    const proposed = async (chosen?: number[]) =>
      (await teacher.call(previewFirst, { body: { ...when, chosen } })).map(({ id }) => id);
    const best = await proposed();
    expect(best).toHaveLength(10);
    const [low = 0, lower = 0] = many.filter((id) => !best.includes(id));
    await world.db.execute(
      sql`insert into availability_dates (substitute_id, date, status) values (${lower}, ${when.date}, 'unavailable')`,
    );
    expect(await proposed([low, lower])).toEqual([...best, low]);
    const refused = await teacher.try(previewFirst, { body: { ...when, chosen: many } });
    expect(Object.keys(refused.body.fields ?? {})).toEqual(['chosen']);
    await world.db.execute(sql`delete from availability_dates`);
    await world.db.execute(sql`update users set is_active = false where id = any(${many}::bigint[])`);
  });
});
