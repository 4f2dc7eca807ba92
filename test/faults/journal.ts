import { type Database, type Sql, sql } from '#server/db/database.ts';
import type { HistoryKind } from '#domain/vacancy.ts';

/** The acknowledged writes: every successful reply, and the rows that must exist afterward. */
export type Journal = {
  /** Returns how many writes were acknowledged. */
  size(): number;
  /** An account was created. */
  account(username: string): void;
  /** A vacancy was posted, with a unique title. Its call may have been retried with its key. */
  posted(id: number, title: string): void;
  /** A vacancy changed its status, which leaves a history entry. */
  moved(vacancyId: number, kind: HistoryKind, actorId: number): void;
  /** A message was sent, with a unique subject. */
  sent(id: number, subject: string): void;
  /** A person saved the n-th text in their profile. Each is sent after the reply to the previous one. */
  profile(personId: number, n: number): void;
  /** A date exception was set. */
  date(personId: number, date: string, n: number): void;
};

/** A journal that is compared with the database: returns a sentence for each write that is lost or duplicated. */
export function openJournal(): Journal & { lost(db: Database): Promise<string[]> } {
  const accounts: string[] = [];
  const vacancies = new Map<number, string>();
  const moves = new Map<string, { vacancyId: number; kind: HistoryKind; actorId: number; times: number }>();
  const messages = new Map<number, string>();
  const profiles = new Map<number, number>();
  const dates = new Map<string, number>();
  let size = 0;
  return {
    size: () => size,
    account: (username) => {
      size += 1;
      accounts.push(username);
    },
    posted: (id, title) => {
      size += 1;
      vacancies.set(id, title);
    },
    moved: (vacancyId, kind, actorId) => {
      size += 1;
      const key = `${vacancyId} ${kind} ${actorId}`;
      const before = moves.get(key);
      moves.set(key, { vacancyId, kind, actorId, times: (before?.times ?? 0) + 1 });
    },
    sent: (id, subject) => {
      size += 1;
      messages.set(id, subject);
    },
    profile: (personId, n) => {
      size += 1;
      profiles.set(personId, n);
    },
    date: (personId, date, n) => {
      size += 1;
      dates.set(`${personId} ${date}`, n);
    },
    lost: async (db) => [
      ...(await missing(db, 'account', accounts, sql`select username as key from users`)),
      ...(await missing(
        db,
        'vacancy',
        [...vacancies].map(([id, title]) => `${id} ${title}`),
        sql`select id || ' ' || description as key from vacancies`,
      )),
      ...(await missing(
        db,
        'message',
        [...messages].map(([id, subject]) => `${id} ${subject}`),
        sql`select id || ' ' || subject as key from messages`,
      )),
      ...(await twice(db)),
      ...(await lostMoves(db, [...moves.values()])),
      ...(await olderThan(
        db,
        'profile',
        profiles,
        sql`select id as key, substring(bio from 'Version ([0-9]+)')::int as n from users where bio is not null`,
      )),
      ...(await olderThan(
        db,
        'date',
        dates,
        sql`select substitute_id || ' ' || date as key, substring(notes from 'Version ([0-9]+)')::int as n
            from availability_dates`,
      )),
    ],
  };
}

async function missing(db: Database, what: string, wanted: readonly string[], there: Sql): Promise<string[]> {
  const found = new Set((await db.query<{ key: string }>(there)).map(({ key }) => key));
  return wanted.filter((key) => !found.has(key)).map((key) => `${what} ${key} was acknowledged and is not there`);
}

/** Every title and subject is used by one call, however often it was retried. */
async function twice(db: Database): Promise<string[]> {
  const rows = await db.query<{ text: string; count: number }>(sql`
    select description as text, count(*)::int as count from vacancies group by 1 having count(*) > 1
    union all select subject, count(*)::int from messages group by 1 having count(*) > 1`);
  return rows.map(({ text, count }) => `'${text}' was created ${count} times by one call`);
}

async function lostMoves(
  db: Database,
  moves: readonly { vacancyId: number; kind: HistoryKind; actorId: number; times: number }[],
): Promise<string[]> {
  // A cancellation in the first minutes is an undo, and the load doesn't know which one it was.
  const rows = await db.query<{ key: string; count: number }>(
    sql`select vacancy_id || ' ' || case kind when 'yes_undone' then 'released' else kind end || ' ' || actor_id as key,
        count(*)::int as count from vacancy_history where actor_id is not null group by 1`,
  );
  const found = new Map(rows.map(({ key, count }) => [key, count]));
  return moves
    .map((move) => ({ ...move, there: found.get(`${move.vacancyId} ${move.kind} ${move.actorId}`) ?? 0 }))
    .filter(({ times, there }) => there < times)
    .map(
      ({ vacancyId, kind, actorId, times, there }) =>
        `vacancy ${vacancyId}: '${kind}' by ${actorId} was acknowledged ${times} times, history has ${there}`,
    );
}

async function olderThan(
  db: Database,
  what: string,
  wanted: ReadonlyMap<string | number, number>,
  there: Sql,
): Promise<string[]> {
  const found = new Map(
    (await db.query<{ key: string | number; n: number | null }>(there)).map(({ key, n }) => [key, n ?? 0]),
  );
  return [...wanted]
    .filter(([key, n]) => (found.get(key) ?? 0) < n)
    .map(([key, n]) => `${what} of ${key}: version ${n} was acknowledged, version ${found.get(key) ?? 0} is there`);
}
