import type { NoticeFacts } from '#domain/notice-facts.ts';
import { addDays, localDate } from '#domain/time.ts';
import { sql, type Tx } from '#server/db/database.ts';
import type { Call } from '#server/http/route.ts';
import { notifyEach } from '#server/notifications/notify.ts';

/** The number of upcoming vacancies of which people are notified, soonest first: more than any school has. */
const mostVacancies = 10_000;
/** The number of classes that one notification lists. */
const mostListed = 20;

type Upcoming = { substituteId: number } & NoticeFacts['school_deleted']['classes'][number];

/**
 * Notifies each substitute who is booked at a school, or has requested a vacancy there, that it is being deleted: their upcoming classes
 * disappear with it. The notifications don't belong to the school, so they stay.
 */
export async function notifyBooked(
  tx: Tx,
  call: Pick<Call, 'config' | 'now'>,
  { id, name, timeZone }: { id: number; name: string; timeZone: string },
): Promise<void> {
  const upcoming =
    await tx.query<Upcoming>(sql`select coalesce(v.substitute_id, v.requested_by_id) as "substituteId", v.date, v.description as title,
      v.start_time as start, v.end_time as end, v.status <> 'filled' as "isRequested"
    from vacancies v where v.school_id = ${id} and v.status in ('filled', 'pending_approval') and v.deleted_at is null and v.ends_at > ${call.now}
    order by v.starts_at, v.id limit ${mostVacancies}`);
  const tomorrow = addDays(localDate(call.now, timeZone), 1);
  const all = [...Map.groupBy(upcoming, ({ substituteId }) => substituteId)].map(([recipient, own]) => {
    const classes = own.map(({ substituteId: _substituteId, ...one }) => one);
    const facts = {
      to: 'substitute' as const,
      school: name,
      date: classes[0]?.date ?? '',
      classes: classes.slice(0, mostListed),
      more: Math.max(0, classes.length - mostListed),
    };
    return { cause: `school:${id}:deleted`, recipient, facts };
  });
  // People read a text message before they leave home, but maybe not an email.
  const soon = all.filter(({ facts }) => facts.date <= tomorrow);
  const later = all.filter(({ facts }) => facts.date > tomorrow);
  await notifyEach(tx, call, { kind: 'school_deleted', schoolId: null, sendSms: true, each: soon });
  await notifyEach(tx, call, { kind: 'school_deleted', schoolId: null, each: later });
}
