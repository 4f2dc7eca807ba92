import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Queryable, sql, type Tx } from '#server/db/database.ts';
import { candidateFacts, withOffers } from '#server/features/vacancies/candidates/candidate-facts.ts';
import { takeSteps } from '#server/features/vacancies/dispatch/take-steps.ts';
import { type KnownFacts, knownFacts, noFacts } from '#server/features/vacancies/dispatch/known-facts.ts';
import { pricedFacts } from '#server/features/vacancies/dispatch/prices.ts';
import { vacanciesOf } from '#server/features/vacancies/vacancy/queries.ts';
import { rankBy, rankedCandidates } from '#server/features/vacancies/candidates/ranked.ts';
import { makeAdmin, makePeople, makeSchool, makeSubstitute, makeTeacher, makeVacancy } from '#test/make.ts';
import { openWorld, type World } from '#test/world.ts';

const seeds = [1, 2];
const people = 24;
let world: World;
let schools: Awaited<ReturnType<typeof generate>>[];
beforeAll(async () => {
  world = await openWorld();
  schools = [];
  for (const seed of seeds) schools.push(await generate(seed));
});
afterAll(async () => {
  await world.close();
});

/** Returns a number below `size` that looks random, the same for the same seed and key. */
function chosen(size: number, seed: number, ...key: number[]): number {
  let hash = seed * 0x9e3779b1;
  for (const part of key) hash = Math.imul((hash ^ part) >>> 0, 0x85ebca6b) ^ (hash >>> 13);
  return (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0) % size;
}

/**
 * Returns a school with a past: classes, offers and their answers, declines, no-shows, favorites, exclusions, limits
 * and preferences.
 */
async function generate(seed: number) {
  const { db } = world;
  const pick = (size: number, ...key: number[]) => chosen(size, seed, ...key);
  const [school, elsewhere] = [await makeSchool(db), await makeSchool(db)];
  await db.execute(
    sql`update schools set offering = ${seed === 2 ? 'favorites' : 'best_matches'} where id = ${school.id}`,
  );
  const teachers = await makePeople(
    db,
    Array.from({ length: 4 }, () => ({ role: 'teacher' as const, schoolId: school.id })),
  );
  const outside = await makeTeacher(db, elsewhere.id);
  const office = await makeAdmin(db, school.id);
  const subjects = ['Math', 'Biology, Music', '', 'English'];
  for (const [nth, id] of teachers.entries())
    await db.execute(sql`update users set subjects = ${subjects[nth]} where id = ${id}`);
  const substitutes = await makePeople(
    db,
    Array.from({ length: people }, () => ({ role: 'substitute' as const, chose: [school.id, elsewhere.id] })),
  );
  for (const [nth, id] of substitutes.entries()) await describePerson(id, nth);
  for (let nth = 0; nth < 60; nth += 1) await addPast(nth);
  const open = [];
  for (let nth = 0; nth < 10; nth += 1) open.push(await addOpen(nth));
  return { school, substitutes, open };

  async function describePerson(id: number, nth: number): Promise<void> {
    const week = {
      monday: 'all_day',
      tuesday: 'all_day',
      wednesday: 'morning',
      thursday: 'all_day',
      friday: 'unavailable',
    };
    await db.execute(sql`update users
        set general_availability = ${pick(3, nth, 1) === 0 ? JSON.stringify(week) : null}::json,
      subjects = ${subjects[pick(4, nth, 2)]}, quiet_from = ${pick(4, nth, 3) === 0 ? '07:00' : '21:00'},
        quiet_to = ${pick(4, nth, 3) === 0 ? '09:00' : '05:00'} where id = ${id}`);
    if (pick(3, nth, 4) === 0)
      await db.execute(sql`insert into job_preferences (substitute_id, days, notice_hours, grades, subjects, zip, miles)
        values (${id}, ${['any', 'full', 'half'][pick(3, nth, 5)]}, ${pick(2, nth, 6) * 4}, '{}', '{}',
          '12205', null)`);
    if (pick(4, nth, 7) === 0)
      await db.execute(
        sql`insert into availability_dates (substitute_id, date, status)
            values (${id}, ${`2026-11-2${3 + pick(3, nth, 8)}`}, ${['unavailable', 'preferred'][pick(2, nth, 9)]})`,
      );
    if (pick(5, nth, 10) === 0)
      await db.execute(
        sql`insert into work_limits (substitute_id, school_id, week_minutes, year_days)
            values (${id}, ${school.id}, ${900 * pick(3, nth, 11)}, 12)`,
      );
    if (pick(5, nth, 12) === 0)
      await db.execute(sql`insert into favorites (school_id, teacher_id, substitute_id, added_at)
        values (${school.id}, ${pick(2, nth, 13) === 0 ? null : teachers[pick(4, nth, 14)]}, ${id},
          ${world.time.now})`);
    if (pick(8, nth, 15) === 0)
      await db.execute(sql`insert into exclusions
          (school_id, teacher_id, substitute_id, reason, asked_at, approved_at, ends_on)
        values (${school.id}, ${teachers[pick(4, nth, 16)]}, ${id},
          'Late twice', ${world.time.now}, ${pick(2, nth, 17) === 0 ? null : world.time.now},
          ${pick(2, nth, 18) === 0 ? null : '2026-11-20'})`);
  }

  /** Returns a class of the past weeks or of next week, which was offered, and then covered or missed. */
  async function addPast(nth: number): Promise<void> {
    const isHere = pick(4, nth, 20) > 0;
    const [who = 0] = [substitutes[nth % people]];
    const date = `2026-${['10', '11', '12'][Math.floor(nth / people)]}-0${1 + pick(7, nth, 21)}`;
    const [schoolId, teacherId] = isHere ? [school.id, teachers[pick(4, nth, 22)] ?? 0] : [elsewhere.id, outside];
    const isFilled = pick(3, nth, 23) > 0;
    const id = await makeVacancy(db, {
      schoolId,
      teacherId,
      date,
      status: isFilled ? 'filled' : 'open',
      substituteId: isFilled ? who : null,
    });
    if (isFilled && pick(6, nth, 24) === 0)
      await db.execute(sql`insert into attendance
          (vacancy_id, substitute_id, school_id, state, recorded_how, recorded_by_id, recorded_at)
        values (${id}, ${who}, ${schoolId}, 'no_show', 'office', ${office}, ${world.time.now})`);
    await db.execute(
      sql`insert into dispatches (vacancy_id, school_id, send_email, send_sms, ended, began_at)
          values (${id}, ${schoolId}, true, false, 'over', ${world.time.now})`,
    );
    for (const [place, substitute] of substitutes.entries()) {
      if (pick(3, nth, place, 25) > 0) continue;
      const answer = ['yes', 'declined', null][pick(3, nth, place, 26)] ?? null;
      const sentAt = pick(2, nth, place, 27) === 0 ? `${date}T10:00:00Z` : `2026-11-${18 + pick(5, nth, 28)}T15:00:00Z`;
      await db.execute(sql`insert into offers
          (vacancy_id, round, substitute_id, school_id, date, wave, rank, reasons, sent_at, answer, answered_at)
        values (${id}, 1, ${substitute}, ${schoolId}, ${pick(3, nth, place, 29) === 0 ? '2026-11-24' : date}, 1, 1,
          '{}', ${sentAt}::timestamptz + ${place}::int * interval '1 second', ${answer},
          ${answer === null ? null : world.time.now})`);
      if (answer === 'declined')
        await db.execute(sql`insert into vacancy_declines (vacancy_id, substitute_id, declined_at, reason)
          values (${id}, ${substitute}, ${sentAt}::timestamptz + ${place}::int * interval '1 second',
            ${['too_far', 'not_my_class', null][pick(3, nth, place, 30)] ?? null})`);
    }
  }

  /** Returns a class that is offered now: soon, later today or in the next weeks, some of them at the same time. */
  async function addOpen(nth: number): Promise<number> {
    const isExtra = nth === 7;
    const id = await makeVacancy(db, {
      schoolId: school.id,
      teacherId: isExtra ? office : (teachers[pick(4, nth, 40)] ?? 0),
      ...(isExtra && { reason: null }),
      date: ['2026-11-23', '2026-11-24', '2026-11-24', '2026-11-25', '2026-12-03'][nth % 5] ?? '',
      start: nth % 5 === 0 ? '12:00' : '08:00',
      end: nth % 3 === 0 ? '16:00' : '12:30',
      isUrgent: nth === 4,
    });
    await db.execute(sql`update vacancies set subject = ${nth === 5 ? 'Math' : null}, needs_subject = ${nth === 5},
      grade = ${nth === 6 ? '4' : null}, first_ids = ${nth === 3 ? substitutes.slice(0, 2) : []}::bigint[]
        where id = ${id}`);
    if (nth === 2)
      await db.execute(
        sql`insert into vacancy_declines (vacancy_id, substitute_id, declined_at)
            values (${id}, ${substitutes[5]}, ${world.time.now})`,
      );
    await db.execute(
      sql`insert into dispatches (vacancy_id, school_id, send_email, send_sms, due_at, began_at)
          values (${id}, ${school.id}, true, false, ${world.time.now}, ${world.time.now})`,
    );
    return id;
  }
}

function schoolOf(seed: number) {
  const school = schools[seed - 1];
  if (school === undefined) throw new Error('There is no such school.');
  return school;
}

const rowsOf = async (db: Queryable, ids: readonly number[]) => {
  const [first, ...others] = await vacanciesOf(db, ids, null, world.time.now);
  if (first === undefined) throw new Error('There are no vacancies.');
  return [first, ...others] as const;
};

/** Takes the step of each vacancy, and returns what was offered and when the next steps are due. Leaves no trace. */
async function stepsOf(ids: readonly number[], factsFor: (tx: Tx) => Promise<KnownFacts>, together = false) {
  const { db, config, time } = world;
  const undone = new Error('Undone');
  let result: object[] = [];
  const work = db.inTransaction(async (tx) => {
    const known = await factsFor(tx);
    for (const some of together ? [ids] : ids.map((id) => [id]))
      await takeSteps(tx, { config, now: time.now, actor: null }, some, known);
    result = await tx.query(sql`select p.vacancy_id, p.due_at, p.ended, p.all_asked, p.wave_at, p.wave_size,
        (select jsonb_agg(jsonb_build_array(o.substitute_id, o.wave, o.rank, o.reasons) order by o.wave, o.rank)
          from offers o where o.vacancy_id = p.vacancy_id) as offers
      from dispatches p where p.vacancy_id = any(${ids}::bigint[]) order by 1`);
    throw undone;
  });
  await expect(work).rejects.toBe(undone);
  return result;
}

describe('facts that several vacancies share', () => {
  it.each(seeds)('give each of them the same order as its own facts (school %i)', async (seed) => {
    const { db, time } = world;
    const { open } = schoolOf(seed);
    const rows = await rowsOf(db, open);
    const together = await candidateFacts(db, rows, time.now);
    for (const row of rows) {
      const alone = await rankedCandidates(db, row, time.now);
      expect(rankBy(together, row)).toEqual(alone);
      expect(alone.length).toBeGreaterThan(2);
    }
    // Each vacancy's own facts, with the prices of the round: the offers of a round change the next prices a little.
    const alone = await stepsOf(open, async (tx) => {
      const { prices } = await pricedFacts(tx, rows, time.now);
      return { ...noFacts, about: async (_, row) => ({ ...(await candidateFacts(tx, [row], time.now)), prices }) };
    });
    expect(await stepsOf(open, (tx) => knownFacts(tx, open, time.now))).toEqual(alone);
    expect(await stepsOf(open, (tx) => knownFacts(tx, open, time.now), true)).toEqual(alone);
    expect(await stepsOf(open, async () => noFacts, true)).toEqual(alone);
    expect(alone.filter((one) => 'offers' in one && one.offers !== null)).toHaveLength(open.length);
  });

  it('offer nothing to someone who declined, was booked or left after they were read', async () => {
    const { db, time } = world;
    const { open, school } = schoolOf(1);
    const ids = open.slice(1, 3);
    const [first = 0] = ids;
    const [row] = await rowsOf(db, [first]);
    const [declines = 0, isBooked = 0, leaves = 0] = (await rankedCandidates(db, row, time.now)).map(({ id }) => id);
    const [known, forBoth] = [await knownFacts(db, ids, time.now), await knownFacts(db, ids, time.now)];
    await db.execute(
      sql`insert into vacancy_declines (vacancy_id, substitute_id, declined_at)
          values (${first}, ${declines}, ${time.now})`,
    );
    await makeVacancy(db, {
      schoolId: school.id,
      teacherId: row.teacherId,
      date: row.date,
      status: 'filled',
      substituteId: isBooked,
    });
    await db.execute(sql`update users set is_active = false where id = ${leaves}`);
    const [offered] = await stepsOf([first], async () => known);
    expect(await stepsOf([first], async () => noFacts)).toEqual([offered]);
    for (const id of [declines, isBooked, leaves]) expect(JSON.stringify(offered)).not.toContain(`[${id},`);
    expect(await stepsOf(ids, async () => forBoth, true)).toEqual(await stepsOf(ids, async () => noFacts));
  });

  it('are not used for a vacancy that has moved since, or for one alone', async () => {
    const { db, time } = world;
    const { open } = schoolOf(2);
    const known = await knownFacts(db, open, time.now);
    const [first = 0] = open;
    const [row] = await rowsOf(db, [first]);
    expect((await known.about(db, row))?.people.size).toBe(people);
    const later = new Date(row.startsAt.getTime() + 60_000);
    for (const changed of [
      { date: '2026-11-27' },
      { startsAt: later },
      { endsAt: later },
      { teacherId: 0 },
      { schoolZip: '12208' },
      { id: 0 },
    ])
      expect(await known.about(db, { ...row, ...changed })).toBeNull();
    expect(await knownFacts(db, [first], time.now)).toBe(noFacts);
    expect(await knownFacts(db, [], time.now)).toBe(noFacts);
  });

  it('count the offers of a plan as if they had been read again', async () => {
    const { db, config, time } = world;
    const { open, school } = schoolOf(1);
    const undone = new Error('Undone');
    const work = db.inTransaction(async (tx) => {
      const rows = await rowsOf(tx, open);
      const before = await candidateFacts(tx, rows, time.now);
      await takeSteps(tx, { config, now: time.now, actor: null }, open);
      const sent = await tx.query<{ id: number; to: number[] }>(
        sql`select vacancy_id as id, array_agg(substitute_id) as "to" from offers
            where school_id = ${school.id} and sent_at = ${time.now} group by 1`,
      );
      const counted = withOffers(
        before,
        rows.map((row) => ({ row, to: sent.find(({ id }) => id === row.id)?.to ?? [] })),
      );
      const read = await candidateFacts(tx, rows, time.now);
      const inOrder = ({ people: all }: typeof read) =>
        [...all].map(([id, one]) => [id, { ...one, waiting: one.waiting?.toSorted((a, b) => a[1] - b[1]) }]);
      expect(inOrder(counted)).toEqual(inOrder(read));
      expect(inOrder(counted)).not.toEqual(inOrder(before));
      throw undone;
    });
    await expect(work).rejects.toBe(undone);
  });

  it('include those whom the school admitted meanwhile, and no one who left, once they are read again', async () => {
    const { db, time } = world;
    const { open, school } = schoolOf(2);
    const known = await knownFacts(db, open, time.now);
    const fresh = await makeSubstitute(db, [school.id]);
    const [row] = await rowsOf(db, open);
    known.forget([fresh]);
    expect((await known.about(db, row))?.people.has(fresh)).toBe(true);
    await db.execute(sql`update users set is_active = false where id = ${fresh}`);
    known.forget([fresh]);
    expect((await known.about(db, row))?.people.has(fresh)).toBe(false);
  });
});
