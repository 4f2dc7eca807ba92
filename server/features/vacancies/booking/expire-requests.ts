import { transition } from '#domain/vacancy.ts';
import { idsOf } from '#server/core/ids.ts';
import type { Config } from '#server/core/config.ts';
import { type Database, type Sql, sql, type Tx } from '#server/db/database.ts';
import { vacanciesOf } from '#server/features/vacancies/vacancy/queries.ts';
import { possible, writeMove } from '#server/features/vacancies/vacancy/store.ts';
import {
  nameOf,
  type NotifyContext,
  notifyStaffAbout,
  notifySubstitutesAbout,
} from '#server/features/vacancies/vacancy/notifications.ts';

const batchSize = 50;
const mostBatches = 20;

/**
 * Reopens requests that weren't answered in time (`requestDueAt`), and notifies the substitute, the teacher and the
 * admins, who see that the class is uncovered. Returns how many. The next run continues.
 */
export async function expireRequests(db: Database, config: Config, now: Date): Promise<number> {
  const context: NotifyContext = { config, now, actor: null };
  let reopened = 0;
  for (let batch = 0; batch < mostBatches; batch += 1) {
    const taken = await db.inTransaction((tx) => expireBatch(tx, context));
    reopened += taken;
    if (taken < batchSize) break;
  }
  return reopened;
}

/**
 * Returns the domain's `requestDueAt(…) <= now` in SQL, for a pending vacancy `v`, so an index finds the few that are
 * due. A test compares both.
 */
export function requestIsDue(now: Date): Sql {
  return sql`v.starts_at <= ${now} and (v.requested_at < v.starts_at or v.ends_at <= ${now})`;
}

async function expireBatch(tx: Tx, context: NotifyContext): Promise<number> {
  const { now } = context;
  // Skips requests that someone is answering at this moment.
  const due = await tx.query<{ id: number }>(sql`select v.id from vacancies v
    where v.status = 'pending_approval' and v.deleted_at is null and ${requestIsDue(now)}
    order by v.starts_at, v.id limit ${batchSize} for no key update skip locked`);
  for (const row of await vacanciesOf(tx, idsOf(due), null, now)) {
    const { cause } = await writeMove(
      tx,
      context,
      row,
      possible(transition(row, { type: 'expireRequest' }, now)),
      'Not answered in time.',
    );
    const substitute = nameOf(row);
    const news = { kind: 'request_reopened', cause } as const;
    await notifySubstitutesAbout(tx, context, row, {
      ...news,
      to: [row.requestedById],
      facts: (about) => ({ ...about, substitute, because: 'start_passed' }),
    });
    await notifyStaffAbout(tx, context, row, {
      ...news,
      teacher: true,
      admins: 'all',
      facts: (about) => ({ ...about, substitute, because: 'start_passed' }),
    });
  }
  return due.length;
}
