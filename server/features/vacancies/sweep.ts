import { boardLimits, type Tried, triedWords } from '#domain/board.ts';
import { type DeclineCounts, whyDeclined } from '#domain/decline.ts';
import type { Config } from '#server/core/config.ts';
import { type Database, type Sql, sql, type Tx } from '#server/db/database.ts';
import { todayAt } from '#server/db/sql/schools.ts';
import { triedOf } from '#server/db/sql/vacancies.ts';
import { isSchoolAdmin } from '#server/db/sql/users.ts';
import { expireRequests } from '#server/features/vacancies/booking/expire-requests.ts';
import { withDates } from '#server/features/vacancies/vacancy/job-days.ts';
import { vacanciesOf } from '#server/features/vacancies/vacancy/queries.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import {
  nameOf,
  requestOf,
  type NotifyContext,
  notifyStaffAbout,
} from '#server/features/vacancies/vacancy/notifications.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const batchSize = 100;
const mostBatches = 20;

/** How many minutes after a same-day request the teacher, and then the admins, get a reminder. */
const patience = { teacher: 5, admins: 10 } as const;

/** How many minutes before the start the admins are notified of an uncovered class. */
const unfilledNotice = 60;

/**
 * Time-driven changes: unanswered requests reopen, teachers and admins are reminded of same-day requests, and admins of
 * uncovered classes. Runs every minute in any number of processes. Each reminder is sent once, whatever happens in
 * between.
 */
export async function sweepVacancies(
  db: Database,
  config: Config,
  now: Date,
): Promise<{ reopened: number; reminded: number }> {
  const reopened = await expireRequests(db, config, now);
  const context: NotifyContext = { config, now, actor: null };
  let reminded = 0;
  for (const reminder of [
    unanswered('teacher', now),
    unanswered('admins', now),
    unfilled('open', now),
    unfilled('pending_approval', now),
    unconfirmed('first', now),
    unconfirmed('last', now),
  ]) {
    reminded += await remind(db, context, reminder);
  }
  return { reopened, reminded };
}

/** A reminder: the vacancies that are due, its unique cause, and its recipients. */
type Reminder = {
  due: Sql;
  /** The notification's cause, in SQL over `v`, which skips those already sent. */
  cause: Sql;
  notify: (tx: Tx, context: NotifyContext, row: VacancyRow, cause: string) => Promise<void>;
};

async function remind(db: Database, context: NotifyContext, reminder: Reminder): Promise<number> {
  let reminded = 0;
  for (let batch = 0; batch < mostBatches; batch += 1) {
    const taken = await db.inTransaction((tx) => remindBatch(tx, context, reminder));
    reminded += taken;
    if (taken < batchSize) break;
  }
  return reminded;
}

async function remindBatch(tx: Tx, context: NotifyContext, { due, cause, notify }: Reminder): Promise<number> {
  const rows = await tx.query<{ id: number; cause: string }>(sql`select v.id, ${cause} as cause
    from vacancies v join schools c on c.id = v.school_id and c.is_active join users t on t.id = v.teacher_id
    where v.deleted_at is null and ${due}
      and not exists (select 1 from notices n where n.vacancy_id = v.id and n.cause = ${cause})
    order by v.starts_at, v.id limit ${batchSize}`);
  const causes = new Map(rows.map((row) => [row.id, row.cause]));
  for (const row of await vacanciesOf(tx, [...causes.keys()], null, context.now))
    await notify(tx, context, row, causes.get(row.id) ?? '');
  return rows.length;
}

// A school without an admin has no one to notify, but must not block the other schools.
const hasAdmin = sql`exists (select 1 from users a where a.school_id = v.school_id and ${isSchoolAdmin})`;

/** Requests for a vacancy today, by the school's date, that have waited too long. */
function unanswered(whom: 'teacher' | 'admins', now: Date): Reminder {
  const minutes = patience[whom];
  const isToday = sql`v.starts_at > ${new Date(now.getTime() - day)} and v.starts_at < ${new Date(now.getTime() + day)}
      and v.ends_at > ${now}
    and v.date = ${todayAt(sql`c`, now)}`;
  return {
    due: sql`v.status = 'pending_approval' and v.requested_at <= ${new Date(now.getTime() - minutes * minute)}
        and ${isToday}
      and ${
        whom === 'teacher'
          ? sql`t.deleted_at is null
        and (v.absence_reason is not null and t.is_active or ${hasAdmin})`
          : hasAdmin
      }`,
    cause: sql`'vacancy:' || v.id || ${`:unanswered:${whom}:`} || (extract(epoch from v.requested_at) * 1000)::bigint`,
    notify: (tx, context, row, cause) =>
      notifyStaffAbout(tx, context, withDates(row, context.now), {
        kind: 'request_unanswered',
        cause,
        teacher: whom === 'teacher',
        admins: whom === 'admins' ? 'all' : 'none',
        facts: (about) => ({ ...about, substitute: nameOf(row), minutes, request: requestOf(row) }),
      }),
  };
}

/**
 * Notifies about unconfirmed assignments. The administrators are reminded once after a quarter of the time that was
 * left when the substitute was assigned or asked again after the times moved (at least 15 minutes, at most a day), and
 * once more an hour before the start.
 */
function unconfirmed(which: 'first' | 'last', now: Date): Reminder {
  const assignedAt = sql`(select max(h.at) from vacancy_history h
      where h.vacancy_id = v.id and h.kind in ('assigned', 'asked_again'))`;
  const askedAgain = sql`(select ':' || max(h.id) from vacancy_history h
      where h.vacancy_id = v.id and h.kind = 'asked_again')`;
  const lead = sql`least(greatest((v.starts_at - ${assignedAt}) / 4, interval '15 minutes'), interval '1 day')`;
  // The earliest day of a job represents all of them.
  const isRemindedBefore = sql`exists (select from vacancies j
      where j.job_id = v.job_id and j.substitute_id = v.substitute_id and j.status = 'filled' and not j.confirmed
    and j.deleted_at is null and j.starts_at > ${now} and (j.starts_at, j.id) < (v.starts_at, v.id))`;
  const lastCall = sql`v.starts_at - ${`${unfilledNotice} minutes`}::interval`;
  return {
    due: sql`v.status = 'filled' and not v.confirmed and v.starts_at > ${now} and ${hasAdmin}
        and not ${isRemindedBefore}
      and ${
        which === 'first'
          ? sql`${assignedAt} + ${lead} <= ${now}`
          : sql`${lastCall} <= ${now}
        and ${assignedAt} + ${lead} < ${lastCall}`
      }`,
    cause: sql`'vacancy:' || v.id || ${`:unconfirmed:${which}:`} || v.substitute_id || ':' ||
        (extract(epoch from v.starts_at) * 1000)::bigint || coalesce(${askedAgain}, '')`,
    notify: (tx, context, row, cause) =>
      notifyStaffAbout(tx, context, withDates(row, context.now, 'vacancy.confirm'), {
        kind: 'assignment_unconfirmed',
        cause,
        teacher: false,
        admins: 'all',
        facts: (about) => ({ ...about, substitute: nameOf(row), minutes: minutesUntil(row, context.now) }),
      }),
  };
}

function minutesUntil({ startsAt }: VacancyRow, now: Date): number {
  return Math.ceil((startsAt.getTime() - now.getTime()) / minute);
}

/**
 * Notifies about uncovered classes that start within the hour. Those posted within the hour were announced when posted.
 * One status at a time: each has an index by start, but both together have none.
 */
function unfilled(status: 'open' | 'pending_approval', now: Date): Reminder {
  return {
    due: sql`${status === 'open' ? sql`v.status = 'open' and not v.covered_inside` : sql`v.status = 'pending_approval'`}
        and v.starts_at > ${now} and v.starts_at <= ${new Date(now.getTime() + unfilledNotice * minute)}
      and v.created_at <= v.starts_at - ${`${unfilledNotice} minutes`}::interval and ${hasAdmin}`,
    cause: sql`'vacancy:' || v.id || ':unfilled:' || (extract(epoch from v.starts_at) * 1000)::bigint`,
    notify: async (tx, context, row, cause) => {
      const minutes = minutesUntil(row, context.now);
      const tried = await triedSoFar(tx, row.id);
      return notifyStaffAbout(tx, context, row, {
        kind: 'still_unfilled',
        cause,
        teacher: false,
        admins: 'all',
        facts: (about) => ({ ...about, minutes, tried }),
      });
    },
  };
}

/** Returns the attempts to fill a vacancy so far, in words. Returns null if no one was notified. */
async function triedSoFar(tx: Tx, id: number): Promise<string | null> {
  const [row] = await tx.query<Tried & { why: DeclineCounts }>(
    sql`select o.notified, o.undelivered, o.unsent, o.saw, o.declined, coalesce(o.declined_why, '{}') as why
      from vacancies v cross join lateral (${triedOf(boardLimits.people)}) o where v.id = ${id}`,
  );
  return row === undefined ? null : triedWords({ ...row, whyDeclined: whyDeclined(row.why) });
}
