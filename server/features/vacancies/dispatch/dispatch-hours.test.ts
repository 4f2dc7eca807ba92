import { describe, expect, it } from 'vitest';
import { createVacancy } from '#contract/absences.ts';
import { getBoard } from '#contract/board.ts';
import { updateSchool } from '#contract/schools.ts';
import { getVacancy } from '#contract/vacancies.ts';
import { pauseOffers } from '#contract/offers.ts';
import { policy } from '#domain/dispatch.ts';
import { sql } from '#server/db/database.ts';
import { stage, people, body, run, offered, dispatchOf, post, setUpWaveStage } from '#test/wave-stage.ts';

setUpWaveStage();

describe('hours', () => {
  const evening = new Date('2026-11-24T02:30:00Z');
  const morning = new Date('2026-11-24T10:30:00Z');
  const quiet = (ids: readonly number[], parts: { from?: string; to?: string; mayDisturb?: boolean }) =>
    stage.world.db
      .execute(sql`update users set quiet_from = ${parts.from ?? '21:00'}, quiet_to = ${parts.to ?? '05:00'},
      urgent_may_disturb = ${parts.mayDisturb ?? false} where id = any(${ids}::bigint[])`);

  it('hold a wave that is due at night until the morning, and says so on the card and the board', async () => {
    const { world, ids } = stage;
    world.time.now = evening;
    const teacher = await world.as(ids.teacher);
    const board = async () =>
      (await (await world.as(ids.admin)).call(getBoard, { query: { date: body.date } })).lines[0];
    const { id, params } = await post();
    expect(await offered(id)).toEqual([]);
    const { offers } = await teacher.call(getVacancy, { params });
    expect(offers).toMatchObject({ offered: 0, nextAt: morning.toISOString() });
    expect(await board()).toMatchObject({
      next: 'wave',
      waves: {
        nextAt: morning.toISOString(),
        nextSize: offers?.nextSize,
        isPaused: false,
        everyoneAt: offers?.everyoneAt,
      },
    });
    world.time.now = morning;
    await run();
    expect(await offered(id)).toHaveLength(offers?.nextSize ?? 0);
    expect((await board())?.next).toBe('wave');
    await (await world.as(ids.teacher)).call(pauseOffers, { params, body: { isPaused: true } });
    const paused = { nextAt: null, nextSize: null, everyoneAt: null, isPaused: true };
    expect((await board())?.waves).toEqual(paused);
  });

  it('are chosen by the school, and count for waves under way', async () => {
    const { world, ids, school } = stage;
    world.time.now = evening;
    const admin = await world.as(ids.admin);
    const params = { id: String(school.id) };
    const set = (hours: { offersFrom?: string; offersUntil?: string }) =>
      admin.try(updateSchool, { params, body: hours });
    expect(await set({ offersUntil: '05:30' })).toMatchObject({
      status: 400,
      body: { fields: { offersUntil: 'Enter a time after the first one.' } },
    });
    const { id } = await post();
    expect(await set({ offersUntil: '23:00' })).toMatchObject({
      status: 200,
      body: { offersFrom: '05:30', offersUntil: '23:00' },
    });
    // The people themselves keep their quiet hours.
    await run();
    expect(await offered(id)).toEqual([]);
    await quiet(people, { from: '22:00' });
    await world.db.execute(sql`update dispatches set due_at = ${evening} where vacancy_id = ${id}`);
    await run();
    expect((await offered(id)).length).toBeGreaterThan(0);
    await quiet(people, {});
    await set({ offersUntil: '21:00' });
  });

  it('skip people in their quiet hours until those end, and then it is their turn', async () => {
    const { world } = stage;
    const awake = people.slice(0, policy.wave.smallest);
    await quiet(
      people.filter((one) => !awake.includes(one)),
      { to: '09:00' },
    );
    const { id } = await post();
    expect(new Set(await offered(id))).toEqual(new Set(awake));
    const nine = new Date('2026-11-23T14:00:00Z');
    expect((await dispatchOf(id)).dueAt).toEqual(nine);
    world.time.now = nine;
    await run();
    expect((await offered(id)).length).toBeGreaterThan(awake.length);
    await quiet(people, {});
  });

  it('are broken at night for an urgent vacancy only with those who agreed to that', async () => {
    const { world, teacher } = stage;
    const [willing = 0] = people;
    await quiet([willing], { mayDisturb: true });
    world.time.now = evening;
    const { id } = await teacher.call(createVacancy, { body: { ...body, isUrgent: true } });
    await run();
    expect(await offered(id)).toEqual([willing]);
    const calm = await post({ date: '2026-11-26' });
    expect(await offered(calm.id)).toEqual([]);
    await quiet(people, {});
  });
});
