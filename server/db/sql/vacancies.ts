import { sql, type Sql } from '#server/db/database.ts';

/** Whether the vacancy `w` is an assignment: a substitute covers it, and it has not been deleted. */
export const isAssignment = sql`w.status = 'filled' and w.deleted_at is null`;

/** Returns whether the substitute of a vacancy is recorded as a no-show. */
export function isNoShowAt(vacancy: Sql): Sql {
  return sql`exists (select from attendance n
      where n.vacancy_id = ${vacancy}.id and n.substitute_id = ${vacancy}.substitute_id and n.state = 'no_show')`;
}

/** Whether the substitute of the vacancy `w` is recorded as a no-show. */
export const isNoShow = isNoShowAt(sql`w`);

/** Whether the substitute of the vacancy `v` said yes, or their attendance is recorded: then no one waits for a yes. */
export const isConfirmed = sql`(v.confirmed
    or exists (select from attendance n where n.vacancy_id = v.id and n.substitute_id = v.substitute_id))`;

/** Returns whether the vacancy `w` is an assignment that was completed by this time. A no-show doesn't complete one. */
export function isCompleted(now: Date): Sql {
  return sql`${isAssignment} and w.ends_at <= ${now} and not ${isNoShow}`;
}

/**
 * Returns whether the vacancy `v` ends after an instant. No school's date differs from UTC's by more than a day: a
 * bound for the index, in addition to the exact one.
 */
export function endsAfter(instant: Date): Sql {
  return sql`v.date >= (${instant}::timestamptz at time zone 'UTC')::date - 1 and v.ends_at > ${instant}`;
}

/** Returns the completed assignments `w` of a substitute at a school. More conditions can be added. */
export function completedBy(substituteId: Sql, schoolId: Sql, now: Date): Sql {
  return sql`vacancies w where w.substitute_id = ${substituteId} and w.school_id = ${schoolId} and ${isCompleted(now)}`;
}

/** Returns whether a delivery couldn't be sent so far: the provider refused it for now, or quiet hours hold it. */
export function isHeld(delivery: Sql): Sql {
  return sql`(${delivery}.status = 'queued' and ${delivery}.reason is not null)`;
}

/**
 * Returns the attempts to fill the vacancy `v` so far, over at most `most` people: how many were notified, haven't
 * declined, saw it and declined, and the counts of the reasons for declines. `undelivered`: those who haven't declined
 * or seen it, and whom no channel reached, because the app alone doesn't reach a person in time. No one waits for them.
 * `unsent`: those whose offer no channel could send so far.
 */
export function triedOf(most: number): Sql {
  return sql`select n.notified, n.waiting, n.undelivered, n.unsent,
    (select count(*) from (select from vacancy_history where vacancy_id = v.id and kind = 'seen'
      limit ${most}) s)::int as saw,
    (select count(*) from (select from vacancy_declines where vacancy_id = v.id limit ${most}) d)::int as declined,
    (select jsonb_object_agg(d.reason, d.times) from (select reason, count(*) as times
      from (select reason from vacancy_declines where vacancy_id = v.id and reason is not null limit ${most}) d
        group by reason) d) as declined_why
    from (select count(*)::int as notified, count(*) filter (where not r.has_declined
      and r.missed is distinct from 'undelivered')::int as waiting,
        count(*) filter (where not r.has_declined and r.missed = 'undelivered')::int as undelivered,
        count(*) filter (where not r.has_declined and r.missed = 'unsent')::int as unsent
      from (with asked as materialized (select id, recipient_id from notices
        where vacancy_id = v.id and kind = 'vacancy_posted' limit ${most}),
          failed as materialized (select distinct y.notice_id from deliveries y
            where y.notice_id = any(array(select id from asked)) and y.status = 'failed'
            and not exists (select from deliveries z
              where z.notice_id = y.notice_id and z.status in ('queued', 'sent', 'delivered'))),
          held as materialized (select distinct y.notice_id from deliveries y
            where y.notice_id = any(array(select id from asked)) and ${isHeld(sql`y`)}
            and not exists (select from deliveries z
              where z.notice_id = y.notice_id and z.status in ('sent', 'delivered')))
        select bool_or(d.substitute_id is not null) as has_declined, case when bool_and(f.notice_id is not null
          or w.notice_id is not null) and not exists (select from vacancy_history h
            where h.vacancy_id = v.id and h.substitute_id = n.recipient_id and h.kind = 'seen')
              then case when bool_or(w.notice_id is not null) then 'unsent' else 'undelivered' end end as missed
        from asked n left join vacancy_declines d on d.vacancy_id = v.id and d.substitute_id = n.recipient_id
          left join failed f on f.notice_id = n.id
          left join held w on w.notice_id = n.id
        group by n.recipient_id) r) n`;
}

/** Returns the names of the colleagues who cover every period of this open vacancy. Returns null unless they do. */
export function coveredBy(vacancy: Sql): Sql {
  return sql`case when ${vacancy}.status = 'open'
      and ${vacancy}.covered_inside then (select array_agg(distinct k.full_name order by k.full_name)
    from covers c join users k on k.id = c.colleague_id
      where c.vacancy_id = ${vacancy}.id and c.state = 'accepted') end`;
}
