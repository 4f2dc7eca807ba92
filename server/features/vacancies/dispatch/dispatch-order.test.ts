import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { previewFirst } from '#contract/absences.ts';
import { planDay } from '#contract/day-plan.ts';
import { listVacancyHistory } from '#contract/vacancy-history.ts';
import { getVacancy } from '#contract/vacancies.ts';
import { rank } from '#domain/ranking.ts';
import { sql } from '#server/db/database.ts';
import { vacanciesOf } from '#server/features/vacancies/vacancy/queries.ts';
import { type RankedCandidate, rankedCandidates } from '#server/features/vacancies/candidates/ranked.ts';
import { makeTeacher } from '#test/make.ts';
import { stage, people, body, offered, post, passTime, setUpWaveStage } from '#test/wave-stage.ts';

setUpWaveStage();

describe('a substitute whom another class needs more', () => {
  const times = {
    morning: { startTime: '08:00', endTime: '11:30' },
    afternoon: { startTime: '11:30', endTime: '15:00' },
    allDay: { startTime: '08:00', endTime: '15:00' },
  };
  type Time = (typeof times)['allDay'];
  const { morning, afternoon, allDay } = times;
  let [math, colleague] = [0, 0];
  beforeAll(async () => {
    const { world, school, ids } = stage;
    [math] = [ids.ann];
    colleague = await makeTeacher(world.db, school.id);
    await world.db.execute(sql`update users set preferred_subjects = 'Math' where id = ${math}`);
  });
  beforeEach(async () => {
    // She has taught this class before, so she comes first where no one else needs her.
    await stage.vacancy({ date: '2026-11-16', status: 'filled', substituteId: math });
  });
  afterAll(async () => {
    await stage.world.db.execute(sql`update users set preferred_subjects = null where id = ${math}`);
  });
  /** Two classes at one time that only she can teach. */
  const needHer = async ({ startTime: start, endTime: end }: Time, isDue = false) => {
    const { db, time } = stage.world;
    const ids: number[] = [];
    for (let nth = 0; nth < 2; nth += 1)
      ids.push((await stage.vacancy({ date: body.date, teacherId: colleague, start, end })).id);
    await db.execute(sql`update vacancies set subject = 'Math', needs_subject = true where id = any(${ids}::bigint[])`);
    if (isDue)
      await db.execute(sql`insert into dispatches (vacancy_id, school_id, send_email, send_sms, due_at, began_at)
        select id, school_id, true, false, ${time.now}, ${time.now} from vacancies where id = any(${ids}::bigint[])`);
    return ids;
  };

  it.each([
    ['comes first where no other class is uncovered', null, allDay, true],
    ['comes first where the others are at another time', afternoon, morning, true],
    ['comes later in the waves of a class that can spare them', morning, morning, false],
    ['comes later if only a part of the times overlaps', afternoon, allDay, false],
  ])('%s', async (_, theirs, own, isFirst) => {
    if (theirs !== null) await needHer(theirs);
    const { id, params } = await post(own);
    expect((await offered(id)).includes(math)).toBe(isFirst);
    // The picker's order shows no price, and neither does the history.
    const [first] = await stage.teacher.call(previewFirst, {
      body: { date: body.date, ...own, description: '' },
    });
    expect(first?.id).toBe(math);
    const entries = await stage.admin.call(listVacancyHistory, { params });
    expect(JSON.stringify(entries)).not.toMatch(/scarc|price|points/i);
    await passTime(id);
    expect(await offered(id)).toContain(math);
  });

  it('is offered the classes that need them when all are due together', async () => {
    const theirs = await needHer(allDay, true);
    const { id } = await post(allDay);
    expect(await offered(id)).not.toContain(math);
    for (const one of theirs) expect(await offered(one)).toEqual([math]);
    // Fill the day solves the whole day, so it needs no prices.
    const { lines } = await stage.admin.call(planDay, { body: { date: body.date, choices: [] } });
    const [herClass] = lines.flatMap(({ vacancyId, proposed }) => (proposed?.id === math ? [vacancyId] : []));
    expect(theirs).toContain(herClass);
  });

  it('comes first again once the other classes are covered', async () => {
    const theirs = await needHer(allDay);
    await stage.world.db.execute(sql`update vacancies set covered_inside = true where id = ${theirs[0] ?? 0}`);
    await stage.world.db.execute(sql`update vacancies set deleted_at = now() where id = ${theirs[1] ?? 0}`);
    const { id } = await post(allDay);
    expect(await offered(id)).toContain(math);
  });
});

describe('the order of the offers', () => {
  const reasonsOf = (one: RankedCandidate | undefined) => one && rank(one.about).reasons;
  const order = async (id: number) => {
    const { db, time } = stage.world;
    const [row] = await vacanciesOf(db, [id], null, time.now);
    if (row === undefined) throw new Error('There is no vacancy.');
    return rankedCandidates(db, row, time.now);
  };

  it('learns from people’s own answers, and knows who has been here', async () => {
    const { db } = stage.world;
    const { id } = await stage.vacancy();
    const [ann = 0, bob = 0, cy = 0] = people;
    for (let nth = 1; nth <= 8; nth += 1) {
      const past = await stage.vacancy({
        date: `2026-10-${10 + nth}`,
        status: nth > 6 ? 'filled' : 'open',
        ...(nth > 6 && { substituteId: cy }),
      });
      await db.execute(
        sql`insert into dispatches (vacancy_id, school_id, send_email, send_sms, ended, began_at)
            values (${past.id}, ${stage.school.id}, true, false, 'over', now())`,
      );
      await db.execute(sql`insert into offers
          (vacancy_id, round, substitute_id, school_id, date, wave, rank, reasons, sent_at, answer, answered_at)
        select ${past.id}, 1, e.id, ${stage.school.id}, '2026-10-20', 1, 1, '{}', '2026-10-01', e.answer,
          case when e.answer is not null then timestamptz '2026-10-01' end
        from (values (${ann}::bigint, 'yes'), (${bob}::bigint, null)) e (id, answer)`);
    }
    const ranked = await order(id);
    const place = (of: number) => ranked.find((one) => one.id === of)?.rank ?? NaN;
    expect(place(cy)).toBe(1);
    expect(reasonsOf(ranked[0])).toContain('with_teacher');
    expect(place(ann)).toBe(2);
    expect(place(bob)).toBe(people.length);
  });

  it('moves down people who said that the school is too far, or that the class is not theirs', async () => {
    const { db, time } = stage.world;
    const { id } = await stage.vacancy();
    const before = await order(id);
    const place = (ranked: readonly { id: number }[], of: number) => ranked.findIndex((one) => one.id === of);
    // Three substitutes who differ only in their chance of a yes.
    const [far = 0, other = 0, silent = 0] = before.slice(2).map((one) => one.id);
    for (const [who, reason] of [
      [far, 'too_far'],
      [other, 'not_my_class'],
      [silent, 'short_notice'],
    ] as const) {
      const past = await stage.vacancy({ date: '2026-11-20' });
      await db.execute(
        sql`insert into vacancy_declines (vacancy_id, substitute_id, declined_at, reason)
            values (${past.id}, ${who}, ${time.now}, ${reason})`,
      );
    }
    const after = await order(id);
    expect([far, silent, other].toSorted((a, b) => place(after, a) - place(after, b))).toEqual([silent, far, other]);
    await db.execute(sql`delete from vacancy_declines where reason is not null`);
  });

  it('counts no class that someone missed as one they have taught', async () => {
    const { db } = stage.world;
    const [who = 0] = people;
    const missed = await stage.vacancy({ date: '2026-11-16', status: 'filled', substituteId: who });
    const { id } = await stage.vacancy();
    const reasons = async () => reasonsOf((await order(id)).find((one) => one.id === who));
    expect(await reasons()).toContain('with_teacher');
    await db.execute(sql`insert into attendance
        (vacancy_id, substitute_id, school_id, state, recorded_how, recorded_by_id, recorded_at)
      values (${missed.id}, ${who}, ${stage.school.id}, 'no_show',
        'office', ${stage.ids.admin}, ${stage.world.time.now})`);
    expect(await reasons()).not.toContain('with_teacher');
  });

  it('puts a no-show at a class of this teacher last, for a year, and leaves out a person beyond their limits', async () => {
    const { world, school, teacher } = stage;
    const { db } = world;
    const { id } = await stage.vacancy();
    const missed = (date: string, of = stage.ids.teacher) => stage.vacancy({ date, teacherId: of });
    const [best = 0, other = 0, long = 0, limited = 0] = (await order(id)).map((one) => one.id);
    const elsewhere = await makeTeacher(db, school.id);
    for (const [who, { id: of }] of [
      [best, await missed('2026-11-12')],
      [other, await missed('2026-11-12', elsewhere)],
      [long, await missed('2025-11-12')],
    ] as const)
      await db.execute(sql`insert into attendance
          (vacancy_id, substitute_id, school_id, state, recorded_how, recorded_by_id, recorded_at)
        values (${of}, ${who}, ${school.id}, 'no_show', 'office', ${stage.ids.admin}, ${world.time.now})`);
    await db.execute(sql`insert into work_limits (substitute_id, school_id, week_minutes)
      values (${limited}, ${school.id}, 60)`);
    const after = (await order(id)).map((one) => one.id);
    expect(after.at(-1)).toBe(best);
    expect(after.slice(0, 2)).toEqual([other, long]);
    expect(after).not.toContain(limited);
    expect(after).toHaveLength(people.length - 1);
    expect((await teacher.call(getVacancy, { params: { id: String(id) } })).offers).toBeNull();
    await db.execute(sql`delete from work_limits`);
  });

  it('is the same regardless of names and gender', async () => {
    const { id } = await stage.vacancy();
    const before = (await order(id)).map((one) => one.id);
    await stage.world.db.execute(sql`update users set full_name = reverse(full_name),
          gender = case when id % 2 = 0 then 'female' else 'male' end,
      email = null, phone = null where id = any(${people}::bigint[])`);
    expect((await order(id)).map((one) => one.id)).toEqual(before);
    expect(before).not.toEqual(before.toSorted((a, b) => a - b));
  });
});
