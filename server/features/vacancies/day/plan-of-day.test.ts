import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recordAttendance } from '#contract/attendance.ts';
import { listCandidates } from '#contract/candidates.ts';
import { carryOutPlan, planDay, undoPlan } from '#contract/day-plan.ts';
import { getVacancy } from '#contract/vacancies.ts';
import { declineVacancy, updateVacancy, undoAnswer } from '#contract/vacancy-moves.ts';
import { notifySubstitutes } from '#contract/vacancy-staff.ts';
import { sql } from '#server/db/database.ts';
import { notifyDueAnswers } from '#server/features/vacancies/vacancy/held-answers.ts';
import { makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { openStage, type Stage } from '#test/stage.ts';

const date = '2026-11-24';
let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.world.close());
beforeEach(async () => {
  await stage.clear();
  await stage.world.db.execute(sql`delete from attempts`);
});

const plan = (choices: { vacancyId: number; substituteId: number | null }[] = []) =>
  stage.admin.call(planDay, { body: { date, choices } });
type Plan = Awaited<ReturnType<typeof plan>>;
const linesOf = ({ lines }: Pick<Plan, 'lines'>) =>
  lines.flatMap(({ vacancyId, version, others, proposed }) =>
    proposed === null ? [] : [{ vacancyId, substituteId: proposed.id, version, others }],
  );
const stateOf = async (id: number) =>
  (
    await stage.world.db.query<{ status: string; who: number | null }>(
      sql`select status, substitute_id as who from vacancies where id = ${id}`,
    )
  )[0];
const notified = async (id: number) =>
  (
    await stage.world.db.query<{ kind: string; id: number }>(
      sql`select kind, recipient_id as id from notices where vacancy_id = ${id} order by kind, recipient_id`,
    )
  ).map((row) => [row.kind, row.id]);
const later = () =>
  notifyDueAnswers(stage.world.db, {
    config: stage.world.config,
    now: new Date(stage.world.time.now.getTime() + 11_000),
  });

describe('the plan of a day', () => {
  it('covers every class, says why, and shows others', async () => {
    const [one, two] = [await stage.vacancy(), await stage.vacancy()];
    await stage.world.db.execute(sql`update users set preferred_subjects = 'Math' where id = ${stage.ids.bob}`);
    await stage.world.db.execute(sql`update vacancies set description = 'Math' where id = ${two.id}`);
    const carl = await makeSubstitute(stage.world.db, [stage.school.id], { fullName: 'Carl Day' });
    const { lines, more } = await plan();
    expect(more).toBe(0);
    expect(lines.map(({ vacancyId }) => vacancyId)).toEqual([one.id, two.id]);
    expect(lines[1]).toMatchObject({ proposed: { fullName: 'Bob Ray', reasons: ['subject'] } });
    const everyone = [stage.ids.ann, stage.ids.bob, carl];
    const named = lines.flatMap(({ proposed, alternatives }) => [proposed?.id, ...alternatives.map(({ id }) => id)]);
    expect(new Set(named)).toEqual(new Set(everyone));
    await stage.world.db.execute(sql`update users set is_active = false where id = ${carl}`);
    await stage.world.db.execute(sql`update users set preferred_subjects = '' where id = ${stage.ids.bob}`);
  });

  it('plans the rest around a choice, leaves out a class on request, and ignores classes that are requested, covered or over', async () => {
    const [one, two] = [await stage.vacancy(), await stage.vacancy()];
    await stage.vacancy({
      status: 'pending_approval',
      requestedById: stage.ids.ann,
      date: '2026-11-24',
      start: '16:00',
      end: '17:00',
    });
    for (const who of [stage.ids.ann, stage.ids.bob]) {
      const { lines } = await plan([{ vacancyId: one.id, substituteId: who }]);
      expect(lines.map(({ vacancyId }) => vacancyId)).toEqual([one.id, two.id]);
      expect(lines[0]?.proposed?.id).toBe(who);
      expect(lines[1]?.proposed?.id).toBe(who === stage.ids.ann ? stage.ids.bob : stage.ids.ann);
    }
    const { lines } = await plan([{ vacancyId: one.id, substituteId: null }]);
    expect(lines[0]?.proposed).toBeNull();
    expect(lines[1]?.proposed).not.toBeNull();
    await stage.vacancy({ date: '2026-11-20' });
    expect((await stage.admin.call(planDay, { body: { date: '2026-11-20' } })).lines).toEqual([]);
  });

  it('says that someone didn’t come to a class, and when', async () => {
    const missed = await stage.vacancy({ date: '2026-11-20', status: 'filled', substituteId: stage.ids.ann });
    await stage.admin.call(recordAttendance, {
      params: missed.params,
      body: { act: 'no_show', substituteId: stage.ids.ann, version: 0 },
    });
    await stage.vacancy();
    const [line] = (await plan()).lines;
    expect([line?.proposed, ...(line?.alternatives ?? [])]).toMatchObject([
      { id: stage.ids.bob, noShowOn: null },
      { id: stage.ids.ann, noShowOn: '2026-11-20' },
    ]);
  });

  it('counts a class without its recorded substitute as not covered', async () => {
    await stage.vacancy({ status: 'filled', substituteId: stage.ids.bob, start: '12:00', end: '15:00' });
    const today = await stage.vacancy({ status: 'filled', substituteId: stage.ids.ann });
    expect(await plan()).toMatchObject({ lines: [], missed: 0 });
    // Attendance can be recorded on the day, and the sessions of this test are from the day before.
    await stage.world.db.execute(sql`insert into attendance
          (vacancy_id, substitute_id, school_id, state, recorded_how, recorded_by_id, recorded_at)
      values (${today.id}, ${stage.ids.ann}, ${stage.school.id}, 'no_show', 'office', ${stage.ids.ann}, now())`);
    expect(await plan()).toMatchObject({ lines: [], missed: 1 });
  });

  it('proposes no one who declined or is booked, and says that no one is left', async () => {
    const { id, params } = await stage.vacancy();
    await stage.ann.call(declineVacancy, { params });
    await stage.vacancy({ status: 'filled', substituteId: stage.ids.bob });
    expect((await plan()).lines).toMatchObject([{ vacancyId: id, proposed: null, alternatives: [] }]);
  });

  it('proposes no one who has requested another class at that time, which would lose its substitute', async () => {
    const { id } = await stage.vacancy();
    const asked = await stage.vacancy({ status: 'pending_approval', requestedById: stage.ids.ann });
    const named = async () =>
      (await plan()).lines.flatMap(({ proposed, alternatives }) => [
        proposed?.id,
        ...alternatives.map((one) => one.id),
      ]);
    expect(await named()).toEqual([stage.ids.bob]);
    await stage.world.db.execute(
      sql`update vacancies set status = 'open', requested_by_id = null, requested_at = null where id = ${asked.id}`,
    );
    await stage.world.db.execute(sql`update vacancies set deleted_at = now() where id = ${asked.id}`);
    expect((await plan()).lines.map(({ vacancyId }) => vacancyId)).toEqual([id]);
    expect(new Set(await named())).toEqual(new Set([stage.ids.ann, stage.ids.bob]));
  });

  it('has at most 30 classes and counts the others', async () => {
    for (let n = 0; n < 32; n += 1) await stage.vacancy();
    const { lines, more } = await plan();
    expect([lines.length, more]).toEqual([30, 2]);
    expect(linesOf({ lines }).length).toBe(2);
  });
});

/** Returns the vacancies of one job, from the day that is planned until Friday. */
async function job(dates = [date, '2026-11-25', '2026-11-27']): Promise<number[]> {
  const ids: number[] = [];
  for (const day of dates) ids.push((await stage.vacancy({ date: day })).id);
  await stage.world.db.execute(sql`update vacancies set job_id = gen_random_uuid() where id = ${ids[0]}`);
  await stage.world.db.execute(
    sql`update vacancies set job_id = (select job_id from vacancies where id = ${ids[0]})
        where id = any(${ids}::bigint[])`,
  );
  return ids;
}
const statesOf = async (ids: readonly number[]) =>
  (
    await stage.world.db.query<{ state: string }>(
      sql`select concat_ws(' ', status, substitute_id) as state from vacancies where id = any(${ids}::bigint[])
          order by id`,
    )
  ).map(({ state }) => state);
const on = (id: number | undefined) => ({ params: { id: String(id) } });

describe('a multi-day job in the plan', () => {
  it('is one line, with people who fit all of its uncovered days', async () => {
    const { db } = stage.world;
    const [day = 0, next = 0, last = 0] = await job();
    const { ann, bob } = stage.ids;
    expect((await plan()).lines).toMatchObject([
      {
        vacancyId: day,
        days: '3 days, Tue, Nov 24 to Fri, Nov 27',
        others: [
          { vacancyId: next, version: 1 },
          { vacancyId: last, version: 1 },
        ],
      },
    ]);
    await stage.vacancy({ date: '2026-11-25', status: 'filled', substituteId: bob });
    const named = async () =>
      (await plan()).lines.flatMap(({ proposed, alternatives }) => [proposed?.id, ...alternatives.map(({ id }) => id)]);
    expect(await named()).toEqual([ann]);
    // A day that is covered asks for no one.
    await db.execute(sql`update vacancies set covered_inside = true where id = ${next}`);
    expect(new Set(await named())).toEqual(new Set([ann, bob]));
    expect((await plan()).lines).toMatchObject([{ days: '2 days, Tue, Nov 24 to Fri, Nov 27' }]);
    await db.execute(sql`update vacancies set deleted_at = now() where id = ${last}`);
    expect((await plan()).lines).toMatchObject([{ vacancyId: day, days: null, others: [] }]);
  });

  it('counts all of its days toward work limits, in the plan and when it is sent', async () => {
    const { db } = stage.world;
    const [day = 0, ...others] = await job();
    const { ann, bob } = stage.ids;
    // Two days are 14 hours, three are 21.
    await db.execute(
      sql`insert into work_limits (school_id, substitute_id, week_minutes) values (${stage.school.id}, ${ann}, 900)`,
    );
    const first = await plan([{ vacancyId: day, substituteId: ann }]);
    expect(first.lines).toMatchObject([{ proposed: { id: bob }, alternatives: [] }]);
    const line = {
      vacancyId: day,
      substituteId: ann,
      version: 1,
      others: others.map((id) => ({ vacancyId: id, version: 1 })),
    };
    const sent = await stage.admin.try(carryOutPlan, { body: { act: 'offer', lines: [line] } });
    expect([sent.status, sent.body.fields]).toEqual([
      409,
      { [day]: 'This substitute is no longer free on all days of this job.' },
    ]);
    await db.execute(sql`delete from work_limits`);
  });

  it('is assigned as a whole with one notification each, and undone as a whole', async () => {
    const { db } = stage.world;
    const ids = await job([date, '2026-11-25', '2026-11-26', '2026-11-27']);
    const [day = 0, , , last = 0] = ids;
    const { ann, teacher } = stage.ids;
    // Ann already has the last day and hasn't confirmed it.
    await db.execute(
      sql`update vacancies set status = 'filled', substitute_id = ${ann}, confirmed = false where id = ${last}`,
    );
    const asked = await stage.vacancy({
      date: '2026-11-25',
      start: '09:00',
      end: '10:00',
      status: 'pending_approval',
      requestedById: ann,
    });
    const lines = linesOf(await plan([{ vacancyId: day, substituteId: ann }]));
    expect(lines[0]?.others).toHaveLength(2);
    await stage.admin.call(carryOutPlan, { body: { act: 'assign', lines } });
    expect(await statesOf(ids)).toEqual(ids.map(() => `filled ${ann}`));
    expect(await statesOf([asked.id])).toEqual(['open']);
    await stage.admin.call(undoPlan, { body: { vacancyIds: [day] } });
    expect(await statesOf([...ids, asked.id])).toEqual(['open', 'open', 'open', `filled ${ann}`, 'pending_approval']);
    await later();
    for (const id of ids) expect(await notified(id)).toEqual([]);
    await stage.admin.call(carryOutPlan, { body: { act: 'assign', lines } });
    await later();
    expect(await notified(day)).toEqual([
      ['assigned', ann],
      ['filled', teacher],
    ]);
    for (const id of ids.slice(1)) expect(await notified(id)).toEqual([]);
    const late = await stage.admin.try(undoPlan, { body: { vacancyIds: [day] } });
    expect([late.status, late.body.code]).toEqual([409, 'undo_too_late']);
  });

  it('is offered once with all of its dates, unless that is undone', async () => {
    const ids = await job();
    const [day = 0] = ids;
    const lines = linesOf(await plan([{ vacancyId: day, substituteId: stage.ids.ann }]));
    await stage.admin.call(carryOutPlan, { body: { act: 'offer', lines } });
    await stage.admin.call(undoPlan, { body: { vacancyIds: [day] } });
    await later();
    for (const id of ids) {
      expect(await notified(id)).toEqual([]);
      expect(await stage.history(id)).toEqual(['notified', 'undone']);
    }
    await stage.admin.call(carryOutPlan, { body: { act: 'offer', lines } });
    await later();
    expect(await notified(day)).toEqual([['vacancy_posted', stage.ids.ann]]);
    const dates = await stage.world.db.query(
      sql`select facts #> '{vacancy,dates}' as dates from notices where vacancy_id = ${day}`,
    );
    expect(dates).toEqual([{ dates: [date, '2026-11-25', '2026-11-27'] }]);
  });

  it('is refused in one sentence if a day was taken meanwhile or the plan knew other days', async () => {
    const ids = await job();
    const [day = 0, next] = ids;
    const lines = linesOf(await plan([{ vacancyId: day, substituteId: stage.ids.ann }]));
    const send = (some: object[]) =>
      stage.admin.try(carryOutPlan, { body: { act: 'assign', lines: some as typeof lines } });
    const unaware = await send(lines.map((line) => ({ ...line, others: [] })));
    expect([unaware.status, unaware.body.fields]).toEqual([409, { [day]: 'The days of this job have changed.' }]);
    const twice = await send([...lines, { ...lines[0], vacancyId: next, others: [] }]);
    expect([twice.status, twice.body.code]).toEqual([400, 'bad_input']);
    await stage.world.db.execute(
      sql`update vacancies set status = 'filled', substitute_id = ${stage.ids.bob}, confirmed = true
          where id = ${next}`,
    );
    const taken = await send(lines);
    expect([taken.status, taken.body.code, taken.body.fields]).toEqual([
      409,
      'plan_stale',
      {
        [day]:
          "One substitute takes every day of this job, and one day isn't possible. Wed, Nov 25: This vacancy has just been filled.",
      },
    ]);
    expect(await statesOf(ids)).toEqual(['open', `filled ${stage.ids.bob}`, 'open']);
  });

  it('goes to exactly one when a plan and a request for another of its days meet', async () => {
    const { ann } = stage.ids;
    for (let round = 0; round < 3; round += 1) {
      const ids = await job();
      const single = await stage.vacancy({ date, start: '16:00', end: '17:00' });
      const lines = linesOf(await plan([{ vacancyId: ids[0] ?? 0, substituteId: ann }]));
      // The dialog sends each job in a separate call, so a stale job doesn't stop the other lines.
      const [whole, requested, rest] = await Promise.all([
        stage.admin.try(carryOutPlan, {
          body: { act: 'assign', lines: lines.filter(({ others }) => others.length > 0) },
        }),
        stage.bob.try(updateVacancy, { ...on(ids[2]), body: { status: 'pending_approval' } }),
        stage.admin.try(carryOutPlan, {
          body: { act: 'assign', lines: lines.filter(({ others }) => others.length === 0) },
        }),
      ]);
      expect([whole.status, requested.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
      expect([rest.status, (await stateOf(single.id))?.status]).toEqual([200, 'filled']);
      const state = await statesOf(ids);
      expect(new Set(state).size).toBe(1);
      expect(state[0]).toBe(whole.status === 200 ? `filled ${ann}` : 'pending_approval');
      await stage.clear();
    }
  });
});

describe('carrying out a plan', () => {
  it('assigns everyone at once, and notifies them once it can no longer be undone', async () => {
    const [one, two] = [await stage.vacancy(), await stage.vacancy()];
    const lines = linesOf(await plan());
    expect(await stage.admin.call(carryOutPlan, { body: { act: 'assign', lines } })).toEqual({ carriedOut: 2 });
    for (const { id } of [one, two]) {
      expect((await stateOf(id))?.status).toBe('filled');
      expect(await notified(id)).toEqual([]);
    }
    await later();
    for (const { id } of [one, two]) {
      const who = (await stateOf(id))?.who;
      expect(await notified(id)).toEqual([
        ['assigned', who],
        ['filled', stage.ids.teacher],
      ]);
    }
  });

  it('offers each class to its substitute alone, who can request it', async () => {
    const { id, params } = await stage.vacancy();
    const lines = [{ vacancyId: id, substituteId: stage.ids.ann, version: 1 }];
    await stage.admin.call(carryOutPlan, { body: { act: 'offer', lines } });
    expect(await stateOf(id)).toEqual({ status: 'open', who: null });
    expect(await notified(id)).toEqual([]);
    await later();
    expect(await notified(id)).toEqual([['vacancy_posted', stage.ids.ann]]);
    const body = { status: 'pending_approval' } as const;
    await stage.ann.call(updateVacancy, { params, body });
  });

  it('says which classes were offered to a substitute alone, and forgets it if that is undone', async () => {
    const [one, two] = [await stage.vacancy(), await stage.vacancy()];
    const { ann, bob } = stage.ids;
    const choices = [
      { vacancyId: one.id, substituteId: ann },
      { vacancyId: two.id, substituteId: bob },
    ];
    const offered = async () => (await plan(choices)).lines.map(({ proposed }) => proposed?.offered?.date ?? null);
    const lines = linesOf(await plan(choices));
    await stage.admin.call(carryOutPlan, { body: { act: 'offer', lines: lines.slice(0, 1) } });
    expect(await offered()).toEqual(['2026-11-23', null]);
    await stage.admin.call(undoPlan, { body: { vacancyIds: [one.id] } });
    expect(await offered()).toEqual([null, null]);
    await stage.admin.call(carryOutPlan, { body: { act: 'offer', lines: lines.slice(0, 1) } });
    await later();
    expect(await offered()).toEqual(['2026-11-23', null]);
    // Her email bounced, and she hasn't opened the class.
    const { db, time } = stage.world;
    const isUndelivered = async () => (await plan(choices)).lines[0]?.proposed?.offered?.isUndelivered;
    expect(await isUndelivered()).toBe(undefined);
    await db.execute(sql`update deliveries set status = 'failed', reason = 'Bounced.', claimed_by = null
      where notice_id in (select id from notices where vacancy_id = ${one.id} and recipient_id = ${ann})`);
    expect(await isUndelivered()).toBe(true);
    const candidates = await stage.admin.call(listCandidates, { params: one.params, query: {} });
    expect(candidates.find(({ id }) => id === ann)?.offered).toMatchObject({ isUndelivered: true });
    await stage.ann.call(getVacancy, { params: one.params });
    expect(await isUndelivered()).toBe(undefined);
    // Everyone was notified of the other class.
    await stage.admin.call(notifySubstitutes, { params: two.params, body: {} });
    expect(await offered()).toEqual(['2026-11-23', null]);
    // A wave went to Bob, who then answered.
    await db.execute(
      sql`insert into dispatches (vacancy_id, school_id, send_email, send_sms, began_at)
          values (${two.id}, ${stage.school.id}, true, false, ${time.now})`,
    );
    await db.execute(sql`insert into offers
        (vacancy_id, round, substitute_id, school_id, date, wave, rank, reasons, channels, sent_at)
      values (${two.id}, 1, ${bob}, ${stage.school.id}, ${date}, 1, 1, '{}', '{}', ${time.now})`);
    expect(await offered()).toEqual(['2026-11-23', '2026-11-23']);
    await db.execute(
      sql`update offers set answer = 'declined', answered_at = ${time.now} where vacancy_id = ${two.id}`,
    );
    expect(await offered()).toEqual(['2026-11-23', null]);
  });

  it('sends an offer once if the same plan is sent from two tabs', async () => {
    const { id } = await stage.vacancy();
    const lines = [{ vacancyId: id, substituteId: stage.ids.ann, version: 1 }];
    const replies = await Promise.all(
      [1, 2].map(() => stage.admin.try(carryOutPlan, { body: { act: 'offer', lines } })),
    );
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'plan_stale',
      fields: { [id]: 'We offered this class to this substitute a moment ago.' },
    });
    await later();
    expect(await notified(id)).toEqual([['vacancy_posted', stage.ids.ann]]);
  });

  it('sends nothing if one class of the plan has changed, and says which one and why', async () => {
    const [one, two, three] = [await stage.vacancy(), await stage.vacancy(), await stage.vacancy()];
    const carl = await makeSubstitute(stage.world.db, [stage.school.id], { fullName: 'Carl Day' });
    const lines = linesOf(await plan());
    expect(lines.length).toBe(3);
    await stage.admin.call(updateVacancy, { params: one.params, body: { startTime: '09:00' } });
    const asksFor = lines.find(({ vacancyId }) => vacancyId === two.id)?.substituteId;
    const free = [stage.ids.ann, stage.ids.bob].find((who) => who !== asksFor) ?? 0;
    await (free === stage.ids.ann ? stage.ann : stage.bob).call(updateVacancy, {
      params: two.params,
      body: { status: 'pending_approval' },
    });
    const refused = await stage.admin.try(carryOutPlan, { body: { act: 'assign', lines } });
    expect([refused.status, refused.body.code, refused.body.fields]).toEqual([
      409,
      'plan_stale',
      {
        [one.id]: 'This class was edited.',
        [two.id]: 'This vacancy has just been requested by someone else.',
      },
    ]);
    expect((await stateOf(three.id))?.status).toBe('open');
    await stage.world.db.execute(sql`update users set is_active = false where id = ${carl}`);
  });

  it('refuses someone who is no longer free, or is in the plan twice, and classes of other schools', async () => {
    const [one, two] = [await stage.vacancy(), await stage.vacancy()];
    await stage.vacancy({ status: 'filled', substituteId: stage.ids.bob });
    const line = (vacancyId: number, substituteId: number) => ({ vacancyId, substituteId, version: 1 });
    const send = (...lines: ReturnType<typeof line>[]) =>
      stage.admin.try(carryOutPlan, { body: { act: 'assign', lines } });
    expect((await send(line(one.id, stage.ids.bob))).body.fields).toEqual({
      [one.id]: 'This substitute is no longer free for this class.',
    });
    expect((await send(line(one.id, stage.ids.ann), line(two.id, stage.ids.ann))).body.fields).toEqual({
      [one.id]: 'This substitute is in the plan twice.',
      [two.id]: 'This substitute is in the plan twice.',
    });
    const other = await makeSchool(stage.world.db);
    const teacherId = await makeTeacher(stage.world.db, other.id);
    const elsewhere = await makeVacancy(stage.world.db, { schoolId: other.id, teacherId, date });
    expect((await send(line(one.id, stage.ids.ann), line(elsewhere, stage.ids.ann))).status).toBe(404);
    expect((await stateOf(one.id))?.status).toBe('open');
  });

  it('books no one twice when two administrators send plans at the same moment', async () => {
    const [one, two] = [await stage.vacancy(), await stage.vacancy()];
    const plans = [
      [
        { vacancyId: one.id, substituteId: stage.ids.ann, version: 1 },
        { vacancyId: two.id, substituteId: stage.ids.bob, version: 1 },
      ],
      [
        { vacancyId: two.id, substituteId: stage.ids.ann, version: 1 },
        { vacancyId: one.id, substituteId: stage.ids.bob, version: 1 },
      ],
    ];
    const answers = await Promise.all(
      plans.map((lines) => stage.admin.try(carryOutPlan, { body: { act: 'assign', lines } })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await stateOf(one.id))?.who).not.toBe((await stateOf(two.id))?.who);
  });
});

describe('undoing a plan', () => {
  it('reopens its classes and the requests that it had ended, and notifies no one', async () => {
    const [one, two] = [await stage.vacancy(), await stage.vacancy()];
    const asked = await stage.vacancy({ status: 'pending_approval', requestedById: stage.ids.ann });
    const lines = linesOf(await plan([{ vacancyId: one.id, substituteId: stage.ids.ann }]));
    await stage.admin.call(carryOutPlan, { body: { act: 'assign', lines } });
    expect((await stateOf(asked.id))?.status).toBe('open');
    // The plan doesn't answer a request.
    expect((await stage.admin.try(undoAnswer, { params: one.params })).status).toBe(409);
    await stage.admin.call(undoPlan, { body: { vacancyIds: [one.id, two.id] } });
    expect([await stateOf(one.id), await stateOf(two.id)].map((state) => state?.status)).toEqual(['open', 'open']);
    expect((await stateOf(asked.id))?.status).toBe('pending_approval');
    await later();
    for (const { id } of [one, two, asked]) expect(await notified(id)).toEqual([]);
    expect(await stage.history(one.id)).toEqual(['assigned', 'undone']);
  });

  it('withdraws offers before they are sent, for their sender only, and all or none', async () => {
    const [one, two] = [await stage.vacancy(), await stage.vacancy()];
    const lines = linesOf(await plan());
    await stage.admin.call(carryOutPlan, { body: { act: 'offer', lines } });
    await stage.admin.call(undoPlan, { body: { vacancyIds: [one.id, two.id] } });
    await later();
    expect([...(await notified(one.id)), ...(await notified(two.id))]).toEqual([]);
    await stage.admin.call(carryOutPlan, { body: { act: 'offer', lines } });
    await later();
    expect((await stage.admin.try(undoPlan, { body: { vacancyIds: [one.id, two.id] } })).body.code).toBe(
      'undo_too_late',
    );
  });
});
