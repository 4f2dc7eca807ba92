import type { Config } from '#server/core/config.ts';
import type { Log } from '#server/core/log.ts';
import { type Database, type Queryable, sql } from '#server/db/database.ts';
import { type KnownFacts, knownFacts, noFacts } from '#server/features/vacancies/dispatch/known-facts.ts';
import { takeSteps } from '#server/features/vacancies/dispatch/take-steps.ts';
import { openRounds, type Rounds } from '#server/jobs/rounds.ts';

/** The number of vacancies whose schools one round handles, longest overdue first. */
const lookedAt = 20;
/**
 * The number of vacancies of a school whose facts are read together. A larger number would save little, and the facts
 * would be older.
 */
const mostTogether = 100;
/**
 * The number of vacancies that one transaction plans. A call that changes one of them waits until all of them are
 * planned.
 */
const mostInTransaction = 10;
const minute = 60_000;
/** The longest pause, in minutes, before a failed step is tried again. */
const longestPause = 30;

type Deps = { db: Database; config: Config; clock: () => Date; log: Log };

/**
 * Takes the steps that are due. Steps with their notifications and the next due times are one transaction, so a process
 * that dies loses no wave and sends none twice, and several processes can work in parallel. A step that fails is tried
 * again later.
 */
export function openDispatches({ db, config, clock, log }: Deps): Rounds {
  const take = (ids: readonly number[], now: Date, known: KnownFacts) =>
    db.inTransaction((tx) => takeSteps(tx, { config, now, actor: null }, ids, known));
  /** Takes steps one at a time, so a vacancy whose step fails doesn't hold up the others. */
  const takeEach = async (ids: readonly number[], now: Date, known: KnownFacts) => {
    let hasDone = false;
    for (const id of ids) {
      try {
        hasDone = (await take([id], now, known)) || hasDone;
      } catch (error) {
        log.error({ err: error, vacancyId: id }, 'a wave of offers failed and will be retried');
        await stepAside(db, id, now);
      }
    }
    return hasDone;
  };
  const takeTogether = async (ids: readonly number[], now: Date, known: KnownFacts) => {
    if (ids.length === 1) return takeEach(ids, now, known);
    try {
      return await take(ids, now, known);
    } catch (error) {
      log.warn(
        { err: error, vacancyIds: ids },
        'several vacancies could not be planned together, so each is planned alone',
      );
      return takeEach(ids, now, known);
    }
  };
  return openRounds(async () => {
    let hasDone = false;
    for (const schoolId of await schoolsWithDue(db, clock())) {
      const now = clock();
      const due = await dueOf(db, schoolId, now);
      const known = await factsTogether({ db, log }, { schoolId, ids: due.map(({ id }) => id), now });
      for (const some of transactionsOf(due)) hasDone = (await takeTogether(some, now, known)) || hasDone;
    }
    return hasDone;
  });
}

/** Reads the facts of these vacancies together. If that fails, each vacancy reads its own. */
function factsTogether(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  { schoolId, ids, now }: { schoolId: number; ids: readonly number[]; now: Date },
): Promise<KnownFacts> {
  return knownFacts(db, ids, now).catch((error: unknown) => {
    log.error({ err: error, schoolId }, 'the facts for several vacancies could not be read, so each is planned alone');
    return noFacts;
  });
}

type Due = { id: number; isDayOfJob: boolean };

/** Returns the vacancies of each transaction. The days of multi-day jobs depend on each other, so each has its own. */
function transactionsOf(due: readonly Due[]): number[][] {
  const single = due.filter(({ isDayOfJob }) => !isDayOfJob).map(({ id }) => id);
  const groups: number[][] = [];
  for (let from = 0; from < single.length; from += mostInTransaction)
    groups.push(single.slice(from, from + mostInTransaction));
  return [...groups, ...due.filter(({ isDayOfJob }) => isDayOfJob).map(({ id }) => [id])];
}

/** Returns the schools with due steps, those due longest first. */
async function schoolsWithDue(db: Queryable, now: Date): Promise<number[]> {
  const found = await db.query<{ id: number }>(
    sql`select school_id as id from (select school_id, due_at from dispatches where due_at <= ${now}
        order by due_at, vacancy_id limit ${lookedAt}) d
      group by school_id order by min(due_at), school_id`,
  );
  return found.map(({ id }) => id);
}

/** Returns a school's vacancies whose steps are due, those due longest first. */
function dueOf(db: Queryable, schoolId: number, now: Date): Promise<Due[]> {
  return db.query<Due>(sql`select d.vacancy_id as id, v.job_id is not null as "isDayOfJob"
    from dispatches d join vacancies v on v.id = d.vacancy_id
    where d.school_id = ${schoolId} and d.due_at <= ${now} order by d.due_at, d.vacancy_id limit ${mostTogether}`);
}

async function stepAside(db: Database, id: number, now: Date): Promise<void> {
  await db.execute(sql`update dispatches set tries = tries + 1,
      due_at = ${now}::timestamptz + least(power(2, least(tries, 10)), ${longestPause}) *
        ${`${minute} milliseconds`}::interval
    where vacancy_id = ${id} and due_at is not null`);
}
