import type { getOfferRecord } from '#contract/offers.ts';
import { mediansOf, type OfferCounts } from '#domain/offer-record.ts';
import { firstDayOf, instantOf, lastDayOf, localDate, monthOf } from '#domain/time.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import { whoWorksAt } from '#server/db/sql/substitutes.ts';
import { isAssignment } from '#server/db/sql/vacancies.ts';
import type { ReplyTo } from '#server/http/route.ts';

/** The maximum number of people compared. A hash of their ids chooses them. More would only make the median slower. */
const mostCompared = 100;
/** The maximum number of a person's latest notifications and answers counted. */
const mostCounted = 500;

/** Returns a substitute's offers, answers and days at a school this month, with the medians of its substitutes. */
export async function offerRecordOf(
  db: Queryable,
  { substituteId, schoolId, timeZone }: { substituteId: number; schoolId: number | null; timeZone: string },
  now: Date,
): ReplyTo<typeof getOfferRecord> {
  const month = monthOf(localDate(now, timeZone));
  const since = instantOf(firstDayOf(month), '00:00', timeZone);
  const rows = await db.query<OfferCounts & { id: number; isCompared: boolean }>(sql`with compared as materialized (
      select u.id from ${whoWorksAt(schoolId)} order by u.id = ${substituteId} desc, hashint8(u.id), u.id
        limit ${mostCompared}
    )
    select p.id, p.id in (select id from compared) as "isCompared",
      (select count(distinct v.id)::int from (select * from notices where recipient_id = p.id order by id desc
        limit ${mostCounted}) n join vacancies v on v.id = n.vacancy_id
        where n.kind = 'vacancy_posted' and n.created_at >= ${since} and v.school_id = ${schoolId}::bigint) as offers,
      (select count(distinct h.vacancy_id)::int
        from (select * from vacancy_history where actor_id = p.id order by id desc limit ${mostCounted}) h
        where h.kind in ('requested', 'declined') and h.at >= ${since}
          and h.school_id = ${schoolId}::bigint) as answers,
      (select count(distinct w.date)::int from vacancies w
        where w.substitute_id = p.id and ${isAssignment} and w.school_id = ${schoolId}::bigint
        and w.date between ${firstDayOf(month)} and ${lastDayOf(month)}) as days
    from (select id from compared union select ${substituteId}::bigint) p`);
  const { offers = 0, answers = 0, days = 0 } = rows.find(({ id }) => id === substituteId) ?? {};
  return { offers, answers, days, median: mediansOf(rows.filter(({ isCompared }) => isCompared)) };
}
