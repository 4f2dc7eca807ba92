import { describe, expect, it } from 'vitest';
import { getReach, previewReach } from '#contract/absences.ts';
import { getLink, useLink } from '#contract/links.ts';
import { linkKey, tokenFor } from '#server/security/keys.ts';
import { deleteVacancy, notifySubstitutes } from '#contract/vacancy-staff.ts';
import { changeDay } from '#contract/day-change.ts';
import { carryOutPlan, undoPlan } from '#contract/day-plan.ts';
import { updateSchool } from '#contract/schools.ts';
import { openDispatches } from '#server/features/vacancies/dispatch/run-dispatches.ts';
import { sql } from '#server/db/database.ts';
import { brokenInvariants } from '#test/faults/checker.ts';
import { makeVacancy } from '#test/make.ts';
import { stage, week, absence, job, on, states, all, told, forget, setUpJobStage } from '#test/job-stage.ts';

setUpJobStage();

describe('the reach of a job', () => {
  it('counts those who are free on all of its days, before and after it is posted', async () => {
    await makeVacancy(stage.world.db, {
      schoolId: stage.school.id,
      teacherId: stage.ids.teacher,
      date: '2026-12-02',
      status: 'filled',
      substituteId: stage.ids.bob,
    });
    const { startTime, endTime } = absence;
    const preview = (asOneJob: boolean) =>
      stage.teacher.call(previewReach, { body: { dates: week, startTime, endTime, asOneJob } });
    expect((await preview(false)).map(({ notified }) => notified)).toEqual([2, 2, 1]);
    expect(await preview(true)).toEqual([
      { of: 2, notified: 1, unavailable: 0, booked: 1, declined: 0, mayBeFewer: false },
    ]);
    const [first] = await job({ postAnyway: true });
    expect(await stage.teacher.call(getReach, on(first))).toMatchObject({ notified: 1, booked: 1 });
  });
});

describe('a one-tap link to a day of a job', () => {
  it('says which days an answer is for, and answers for all of them', async () => {
    const ids = await job();
    const [{ id } = { id: 0 }] = await stage.world.db.query<{ id: number }>(
      sql`select id from notices where kind = 'vacancy_posted' and recipient_id = ${stage.ids.ann} order by id desc
          limit 1`,
    );
    const params = { token: tokenFor(await linkKey(stage.world.db), 'open', id) };
    const visitor = await stage.world.as(null);
    const seen = await visitor.call(getLink, { params });
    expect(seen.vacancy?.together).toBe('3 days, Mon, Nov 30 to Wed, Dec 2');
    await visitor.call(useLink, { params, body: { act: 'request' } });
    expect(await states(ids)).toEqual(all(`pending_approval ${stage.ids.ann}`));
  });
});

describe('a job that is offered in waves', () => {
  const run = () =>
    openDispatches({
      db: stage.world.db,
      config: stage.world.config,
      clock: () => stage.world.time.now,
      log: {
        error: (of) => {
          throw new Error('A step failed.', { cause: of });
        },
        warn: () => {},
      },
    }).run();
  const offerTo = (offering: 'best_matches' | 'everyone') =>
    stage.admin.call(updateSchool, { params: { id: String(stage.school.id) }, body: { offering } });
  /** Returns the days with a due step, by their position in the job. */
  const offeredBy = async (ids: readonly number[]) => {
    const rows = await stage.world.db.query<{ id: number }>(
      sql`select vacancy_id as id from dispatches where due_at is not null and vacancy_id = any(${ids}::bigint[])
          order by 1`,
    );
    return rows.map(({ id }) => ids.indexOf(id));
  };

  it('is offered by one of its days, and by the next one if that day is gone', async () => {
    await offerTo('best_matches');
    await forget();
    const ids = await job();
    await run();
    expect(await offeredBy(ids)).toEqual([0]);
    const { ann, bob } = stage.ids;
    expect((await told(ids)).toSorted()).toEqual([`vacancy_posted ${ann} 3`, `vacancy_posted ${bob} 3`]);
    await stage.teacher.call(deleteVacancy, on(ids[0]));
    await run();
    expect(await offeredBy(ids)).toEqual([1]);
    await stage.admin.call(changeDay, { body: { date: '2026-12-01', change: { type: 'close', name: 'Snow' } } });
    await run();
    expect(await offeredBy(ids)).toEqual([2]);
    await offerTo('everyone');
  });

  it('counts a person to whom another of its days was offered by name or in a plan, unless the plan is undone', async () => {
    await offerTo('best_matches');
    const ids = await job();
    const { ann, bob } = stage.ids;
    const offersOf = async () =>
      (
        await stage.world.db.query<{ id: number; who: number }>(
          sql`select vacancy_id as id, substitute_id as who from offers where vacancy_id = any(${ids}::bigint[])
              order by 2`,
        )
      ).map(({ id, who }) => [ids.indexOf(id), who]);
    const [first, second, third] = ids.map((vacancyId) => ({ vacancyId, version: 1 }));
    const line = {
      vacancyId: ids[1] ?? 0,
      substituteId: bob,
      version: 1,
      others: [first, third].flatMap((day) => day ?? []),
    };
    await stage.admin.call(notifySubstitutes, { ...on(second?.vacancyId), body: { substituteIds: [ann] } });
    expect(await offersOf()).toEqual([[0, ann]]);
    await stage.admin.call(carryOutPlan, { body: { act: 'offer', lines: [line] } });
    expect(await offersOf()).toEqual([
      [0, ann],
      [0, bob],
    ]);
    await stage.admin.call(undoPlan, { body: { vacancyIds: [line.vacancyId] } });
    expect(await offersOf()).toEqual([[0, ann]]);
    await forget();
    stage.world.time.now = new Date(stage.world.time.now.getTime() + 4 * 3_600_000);
    await run();
    // Ann already has hers.
    expect(await told(ids)).toEqual([`vacancy_posted ${bob} 3`]);
    await offerTo('everyone');
  });

  it('is offered once even if two of its days are due', async () => {
    await offerTo('best_matches');
    const ids = await job();
    await run();
    await stage.world.db.execute(
      sql`insert into dispatches (vacancy_id, school_id, send_email, send_sms, due_at, began_at)
          values (${ids[1]}, ${stage.school.id}, true, false, ${stage.world.time.now}, ${stage.world.time.now})`,
    );
    await run();
    expect(await offeredBy(ids)).toEqual([0]);
    await offerTo('everyone');
  });
});

it('leaves the data sound', async () => {
  // The stage makes and deletes vacancies without a history.
  const broken = (await brokenInvariants(stage.world.db)).filter(
    (line) => !/^(history without|deletion does)/.test(line),
  );
  expect(broken).toEqual([]);
});
