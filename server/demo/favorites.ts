import { sql, type Tx } from '#server/db/database.ts';

/** How many favorites a teacher, and a school, has in the demo. */
const most = { teacher: 2, school: 3 } as const;

/**
 * Returns the stars of the demo: each school's and each teacher's favorites are those who have covered there most
 * often.
 */
export async function writeFavorites(tx: Tx, now: Date): Promise<void> {
  await tx.execute(sql`with covered as (
      select school_id, teacher_id, substitute_id, count(*) as times
      from vacancies where status = 'filled' and deleted_at is null and ends_at <= ${now} group by 1, 2, 3
    ), stars as (
      select school_id, teacher_id, substitute_id, row_number() over (partition by school_id, teacher_id
        order by times desc, substitute_id) <= ${most.teacher} as is_first
      from covered where times > 1
      union all
      select school_id, null, substitute_id, row_number() over (partition by school_id
        order by sum(times) desc, substitute_id) <= ${most.school}
      from covered group by school_id, substitute_id
    )
    insert into favorites (school_id, teacher_id, substitute_id, added_at)
    select school_id, teacher_id, substitute_id, ${now} from stars where is_first`);
}

/** Each school excludes one substitute, and one teacher asks to exclude another. */
export async function writeExclusions(tx: Tx, now: Date, today: string): Promise<void> {
  await tx.execute(sql`insert into exclusions
      (school_id, teacher_id, substitute_id, reason, ends_on, asked_at, approved_at)
    select school_id, null, max(substitute_id), 'Left a class alone twice. We will talk in January.',
      ${today}::date + 40, ${now}::timestamptz, ${now}::timestamptz
      from substitute_schools where works_here group by school_id
    union all
    select t.school_id, min(t.id), (select min(l.substitute_id) from substitute_schools l
      where l.school_id = t.school_id and l.works_here),
      'The plans were not followed on two days.', null, ${now}::timestamptz, null
      from users t where t.role = 'teacher' and t.is_approved and t.deleted_at is null group by t.school_id`);
}

/**
 * The ZIP codes of the demo's substitutes: mostly in the city, some across the bay, and a few 20 miles up the shore.
 */
const homes = ['55804', '55811', '55810', '55812', '55805', '54880', '55616'];

/**
 * Most substitutes said where they live. A few also say which classes they want: full days, enough notice to plan, the
 * grades or the subject that they know, or schools nearby.
 */
export async function writePreferences(tx: Tx): Promise<void> {
  await tx.execute(sql`insert into job_preferences (substitute_id, days, notice_hours, grades, subjects, miles, zip)
    select id, case when nth % 11 = 3 then 'full' else 'any' end, case when nth % 11 = 8 then 12 else 0 end,
      case when nth % 9 = 4 then array['PK', 'K', '1', '2', '3'] when nth % 9 = 6 then array['9', '10', '11', '12']
        else '{}' end,
      case when nth % 13 = 5 then array['Music', 'Art'] else '{}' end, case when nth % 12 = 7 then 10 end,
        (${homes}::text[])[nth % ${homes.length} + 1]
    from (select id, row_number() over (order by id)::int as nth from users where role = 'substitute' and is_approved) u
      where nth % 5 <> 0`);
}
