import { sql, type Tx } from '#server/db/database.ts';

/**
 * Writes feedback on most classes of the last year. Nearly all of it is kind, and substitutes have answered the rest.
 * Teachers haven't rated their most recent class yet, so their home asks about it.
 */
export async function writeFeedback(tx: Tx, now: Date): Promise<void> {
  await tx.execute(sql`with taught as (
      select w.*, row_number() over (partition by w.teacher_id order by w.ends_at desc, w.id desc) as nth from vacancies w
      where w.status = 'filled' and w.deleted_at is null and w.ends_at <= ${now} and w.ends_at > ${now}::timestamptz - interval '300 days'
        and not exists (select from attendance n where n.vacancy_id = w.id and n.state = 'no_show')
    ), said as (
      select id, substitute_id, 'substitute' as author, substitute_id as author_id, school_id, case when id % 9 = 4 then 'problems' else 'well' end as went,
        case when id % 7 = 3 then 'missing' else 'clear' end as plans, null::boolean as again,
        case when id % 7 = 3 then 'I couldn’t find the seating chart.' when id % 5 = 2 then 'A kind class. We finished everything in the plans.' end as words, ends_at + interval '1 hour' as at
      from taught where id % 3 <> 0
      union all
      select id, substitute_id, 'teacher', teacher_id, school_id, null, null, id % 17 <> 6,
        case when id % 17 = 6 then 'The worksheets weren’t handed out.' when id % 4 = 1 then 'My students asked when they’re coming back.' end, ends_at + interval '3 hours'
      from taught where id % 3 <> 1 and nth > 1
    )
    insert into feedback (vacancy_id, substitute_id, author, author_id, school_id, class_went, plans, again, words, first_at, said_at)
    select id, substitute_id, author, author_id, school_id, went, plans, again, words, at, at from said where at <= ${now}`);
  await tx.execute(sql`update feedback set answer = 'A fire drill took half of the lesson. I left them on your desk.', answered_at = said_at + interval '5 hours'
    where not again and said_at + interval '5 hours' <= ${now}`);
}
