import { planLimits } from '#domain/plans.ts';
import { wallLimits } from '#domain/wall.ts';
import { type Queryable, raw, type Sql, sql } from '#server/db/database.ts';

/**
 * Invariants that must always hold in the database. Each query returns the rows that violate it. Constraints
 * enforce most of them, too, but the loss of a constraint would otherwise go unnoticed.
 */
const questions: Readonly<Record<string, Sql>> = {
  'booked twice': sql`select a.id, b.id as other from vacancies a
      join vacancies b on a.substitute_id = b.substitute_id and a.id < b.id and a.starts_at < b.ends_at
      and b.starts_at < a.ends_at
    where a.status = 'filled' and b.status = 'filled' and a.deleted_at is null and b.deleted_at is null`,
  'requested while booked': sql`select p.id, f.id as other from vacancies p
      join vacancies f on f.substitute_id = p.requested_by_id and f.status = 'filled' and f.starts_at < p.ends_at
      and p.starts_at < f.ends_at
    where p.status = 'pending_approval' and p.deleted_at is null and f.deleted_at is null`,
  'people do not match the status': sql`select id from vacancies where case status
      when 'open' then num_nonnulls(substitute_id, requested_by_id, requested_at, confirmed) > 0
      when 'pending_approval' then requested_by_id is null or requested_at is null
        or num_nonnulls(substitute_id, confirmed) > 0
      else substitute_id is null or confirmed is null
        or (requested_by_id is not null and requested_by_id <> substitute_id) end`,
  'instants do not match date and times': sql`select v.id from vacancies v join schools s on s.id = v.school_id
    where v.starts_at <> (v.date + v.start_time) at time zone s.time_zone
      or v.ends_at <> (v.date + v.end_time) at time zone s.time_zone or v.start_time >= v.end_time`,
  // The last history entry of a transition has the status and the substitute. An undone plan leaves a class open, and
  // has none.
  'status does not match the history': sql`select v.id, v.status, h.kind from vacancies v join lateral (
      select kind, substitute_id from vacancy_history where vacancy_id = v.id
        and kind in ('posted', 'requested', 'withdrawn', 'approved', 'rejected', 'assigned', 'released', 'yes_undone',
          'reopened', 'corrected', 'undone') order by id desc limit 1
    ) h on true where v.deleted_at is null
      and (v.status, coalesce(v.substitute_id, v.requested_by_id)) is distinct from (case
      when h.kind = 'requested' or (h.kind = 'undone' and h.substitute_id is not null) then 'pending_approval'
        when h.kind in ('approved', 'assigned') or (h.kind = 'corrected' and h.substitute_id is not null) then 'filled'
        else 'open' end,
      case when h.kind in ('requested', 'approved', 'assigned', 'corrected', 'undone') then h.substitute_id end)`,
  'filled twice without a release in between': sql`select vacancy_id as id from (
      select vacancy_id, kind, lag(kind) over (partition by vacancy_id order by id) as before from vacancy_history
        where kind in ('approved', 'assigned', 'released', 'yes_undone', 'reopened', 'corrected', 'undone')
    ) each where kind in ('approved', 'assigned') and before in ('approved', 'assigned')`,
  'history without a posting': sql`select v.id from vacancies v
      where not exists (select from vacancy_history h where h.vacancy_id = v.id and h.kind = 'posted')`,
  'posted twice': sql`select vacancy_id as id from vacancy_history where kind = 'posted' group by 1
      having count(*) > 1`,
  'deletion does not match the history': sql`select v.id from vacancies v
      where (v.deleted_at is not null) <> exists (select from vacancy_history h
      where h.vacancy_id = v.id and h.kind = 'deleted')`,
  'substitute was never notified': sql`select v.id from vacancies v where v.status = 'filled' and v.deleted_at is null
    and not exists (select from notices n
      join vacancies w on w.id = v.id or coalesce(w.job_id, w.left_job_id) = coalesce(v.job_id, v.left_job_id)
      where n.vacancy_id = w.id and n.recipient_id = v.substitute_id and n.kind in ('assigned', 'request_approved'))
    and not exists (select from held_answers a join vacancies w on w.id = v.id or w.job_id = v.job_id
      where a.vacancy_id = w.id)`,
  'a job of two teachers or schools': sql`select a.id, b.id as other from vacancies a
      join vacancies b on b.job_id = a.job_id and a.id < b.id
    where (a.teacher_id, a.school_id) <> (b.teacher_id, b.school_id)`,
  'attendance of another school': sql`select a.vacancy_id as id from attendance a
      join vacancies v on v.id = a.vacancy_id where v.school_id <> a.school_id`,
  'attendance of someone who was never booked': sql`select a.vacancy_id as id from attendance a where not exists (
    select from vacancy_history h where h.vacancy_id = a.vacancy_id and h.substitute_id = a.substitute_id
      and h.kind in ('approved', 'assigned', 'corrected'))`,
  'feedback of another school, of someone else, or before the end': sql`select f.vacancy_id as id from feedback f
      join vacancies v on v.id = f.vacancy_id
    where v.school_id <> f.school_id or f.first_at < v.ends_at
      or f.author_id <> case f.author when 'teacher' then v.teacher_id else f.substitute_id end`,
  'an approval to undo of someone who is not approved': sql`select h.user_id as id from held_approvals h
      join users u on u.id = h.user_id where not u.is_approved`,
  'a message without its request': sql`select id from vacancies
      where request_message is not null and (requested_by_id is null or deleted_at is not null)`,
  'a message within the description': sql`select id from vacancies
      where additional_notes like '%[Added by substitute]'
      or additional_notes like '%[Added by substitute]' || chr(10) || '%'`,
  // The naive count, and the tallies.
  'a daily tally does not match its vacancies': sql`select d.* from (
      select school_id, date, count(*) filter (where status = 'open') as open, count(*)
        filter (where status = 'pending_approval') as pending, count(*) filter (where status = 'filled') as filled,
        count(*) filter (where status = 'filled' and no_show) as no_shows, count(*) filter (where status = 'open'
          and covered_inside) as covered_inside
      from vacancies where deleted_at is null group by 1, 2) n full join school_days d using (school_id, date)
    where (coalesce(n.open, 0), coalesce(n.pending, 0), coalesce(n.filled, 0), coalesce(n.no_shows, 0),
      coalesce(n.covered_inside, 0))
      is distinct from (coalesce(d.open, 0)::bigint, coalesce(d.pending, 0)::bigint, coalesce(d.filled, 0)::bigint,
        coalesce(d.no_shows, 0)::bigint, coalesce(d.covered_inside, 0)::bigint)`,
  'a monthly tally does not match its vacancies': sql`select m.* from (
      select school_id, date_trunc('month', date)::date as month, count(*) filter (where status = 'open') as open,
        count(*) filter (where status = 'pending_approval') as pending,
        count(*) filter (where status = 'filled') as filled, count(*) filter (where status = 'filled'
          and no_show) as no_shows, count(*) filter (where status = 'open' and covered_inside) as covered_inside
      from vacancies where deleted_at is null group by 1, 2) n full join school_months m using (school_id, month)
    where (coalesce(n.open, 0), coalesce(n.pending, 0), coalesce(n.filled, 0), coalesce(n.no_shows, 0),
      coalesce(n.covered_inside, 0))
      is distinct from (coalesce(m.open, 0)::bigint, coalesce(m.pending, 0)::bigint, coalesce(m.filled, 0)::bigint,
        coalesce(m.no_shows, 0)::bigint, coalesce(m.covered_inside, 0)::bigint)`,
  'a no-show does not match the attendance': sql`select v.id from vacancies v where v.no_show <> exists (
    select from attendance a where a.vacancy_id = v.id and a.substitute_id = v.substitute_id and a.state = 'no_show')`,
  'a tally of a deleted school': sql`select school_id from school_days d
      where not exists (select from schools s where s.id = d.school_id)`,
  'history of another school': sql`select h.id from vacancy_history h join vacancies v on v.id = h.vacancy_id
      where h.school_id <> v.school_id`,
  'teacher of another school': sql`select v.id from vacancies v join users u on u.id = v.teacher_id
      where u.deleted_at is null and u.school_id is distinct from v.school_id`,
  'an absence of someone who is no teacher, or extra hands without an administrator': sql`select v.id from vacancies v
      join users u on u.id = v.teacher_id
    where u.role <> case when v.absence_reason is null then 'school_admin' else 'teacher' end`,
  'substitute never worked there': sql`select v.id from vacancies v
      where coalesce(v.substitute_id, v.requested_by_id) is not null and v.deleted_at is null
    and not exists (select from substitute_schools l
      where l.school_id = v.school_id and l.substitute_id = coalesce(v.substitute_id, v.requested_by_id))`,
  // A booking that has begun or is over stays after the substitute leaves the school.
  'requester does not work there': sql`select v.id from vacancies v
      where v.status = 'pending_approval' and v.deleted_at is null
    and not exists (select from substitute_schools l join users u on u.id = l.substitute_id
      where l.school_id = v.school_id and l.substitute_id = v.requested_by_id
      and l.works_here and u.is_approved and u.deleted_at is null)`,
  'booked substitute does not work there': sql`select v.id from vacancies v
      where v.status = 'filled' and v.deleted_at is null
    and v.starts_at > (select max(at) from vacancy_history) + interval '1 day'
    and not exists (select from substitute_schools l
      where l.school_id = v.school_id and l.substitute_id = v.substitute_id and l.works_here)`,
  'works somewhere without an approval': sql`select l.substitute_id, l.school_id from substitute_schools l
      join users u on u.id = l.substitute_id where l.works_here and not u.is_approved`,
  "a district that is not its school's": sql`select s.id from schools s left join districts d on d.id = s.district_id
      where s.district is distinct from d.name`,
  'a message without a recipient': sql`select m.id from messages m, unnest(m.recipient_ids) recipient
      where not exists (select from users u where u.id = recipient)`,
  'a message that never reached the application': sql`select m.id from messages m, unnest(m.recipient_ids) recipient
      join users u on u.id = recipient and u.deleted_at is null
    where not exists (select from notices n where n.message_id = m.id and n.recipient_id = recipient)`,
  'a notification about deleted rows': sql`select n.id from notices n
      where n.message_id is not null and not exists (select from messages m where m.id = n.message_id)
    or n.vacancy_id is not null and not exists (select from vacancies v where v.id = n.vacancy_id)
      or not exists (select from users u where u.id = n.recipient_id)`,
  'a notification without its mail delivery': sql`select n.id from notices n
      where n.in_app and n.kind <> 'vacancy_posted' and n.kind <> 'message'
    and not exists (select from deliveries d where d.notice_id = n.id and d.channel = 'email')`,
  "a delivery that is not its notice's": sql`select d.id from deliveries d left join notices n on n.id = d.notice_id
    left join vacancies v on v.id = n.vacancy_id left join messages m on m.id = n.message_id
    where n.id is null or n.recipient_id <> d.recipient_id
      or coalesce(n.school_id, v.school_id, m.school_id) is distinct from d.school_id`,
  'a delivery in an inconsistent state': sql`select id from deliveries
      where (status in ('sent', 'delivered')) <> (sent_at is not null)
      or (status in ('failed', 'dropped', 'kept') and reason is null)`,
  'a code without a queued delivery': sql`select notice_id from notice_codes c
      where not exists (select from deliveries d where d.notice_id = c.notice_id and d.status in ('queued', 'kept'))`,
  'a duplicate notification': sql`select min(id) as id from notices group by cause, recipient_id having count(*) > 1`,
  'an audience of another school': sql`select a.id from audiences a left join vacancies v on v.id = a.vacancy_id
      where v.school_id is distinct from a.school_id`,
  'an audience with wrong progress': sql`select a.id from audiences a
      where a.told_up_to < 0 or exists (select from notices n
      where n.cause = a.cause and n.recipient_id > a.told_up_to)`,
  'a deleted school that still exists': sql`select d.school_id as id from school_deletions d
      join schools s on s.id = d.school_id where d.done_at is not null`,
  'a deletion without its record': sql`select s.id from schools s
      where s.deletion_began_at is not null and (s.is_active
      or not exists (select from school_deletions d where d.school_id = s.id))`,
  'an idempotency key without a reply': sql`select key from idempotency_keys where reply is null`,
  'a session of a deleted or disabled user': sql`select s.id from sessions s join users u on u.id = s.user_id
      where u.deleted_at is not null or not u.is_active`,
  'a duplicate username': sql`select lower(username) from users where deleted_at is null group by 1
      having count(*) > 1`,
  'a file that is missing or of another owner': sql`select u.id from users u
      where u.resume_file_id is not null and not exists (select from files f
      where f.id = u.resume_file_id and f.owner_id = u.id)
    or u.profile_image_file_id is not null
      and not exists (select from files f where f.id = u.profile_image_file_id and f.owner_id = u.id)`,
  "a class with another teacher's plan files": sql`select v.id from vacancies v cross join unnest(v.plan_file_ids) file
      join plan_files f on f.id = file where f.teacher_id <> v.teacher_id`,
  'a class to come without its plan files': sql`select v.id from vacancies v cross join unnest(v.plan_file_ids) file
      where v.deleted_at is null
    and v.ends_at > (select max(at) from vacancy_history) and not exists (select from plan_files f where f.id = file)`,
  "an emergency plan with another teacher's file, or without one": sql`select p.teacher_id as id from emergency_plans p
      cross join unnest(p.file_ids) file
    left join plan_files f on f.id = file where f.teacher_id is distinct from p.teacher_id`,
  'more plan files than a teacher may have': sql`select teacher_id as id from plan_files group by 1
      having sum(size) > ${planLimits.teacher} or count(*) > ${planLimits.kept}`,
  'an offer of another school, or without its dispatch': sql`select o.vacancy_id as id from offers o
      left join dispatches p on p.vacancy_id = o.vacancy_id
    join vacancies v on v.id = o.vacancy_id
      where p.vacancy_id is null or o.round > p.round or v.school_id <> o.school_id or v.school_id <> p.school_id`,
  'an offer counted as declined without a decline': sql`select o.vacancy_id as id from offers o
      where o.answer = 'declined'
    and not exists (select from vacancy_declines d
      where d.vacancy_id = o.vacancy_id and d.substitute_id = o.substitute_id)`,
  'a text code for another class or person than its notification': sql`select c.vacancy_id as id from text_codes c
      join notices n on n.id = c.notice_id
    where (n.vacancy_id, n.recipient_id) is distinct from (c.vacancy_id, c.recipient_id)`,
  'a step of what is not open': sql`select p.vacancy_id as id from dispatches p join vacancies v on v.id = p.vacancy_id
      where p.due_at is not null and (v.status <> 'open' or v.deleted_at is not null)`,
  // A job is offered by one of its days.
  'offers of an open class without a next step or a reason': sql`select v.id from dispatches p
      join vacancies v on v.id = p.vacancy_id join schools s on s.id = v.school_id
    where p.due_at is null and coalesce(p.ended, 'closed') = 'closed' and v.status = 'open' and v.deleted_at is null
      and not v.covered_inside and v.job_id is null
      and s.is_active and v.ends_at > (select max(at) from vacancy_history)`,
  'an exclusion of another school, or of someone who is no substitute': sql`select x.id from exclusions x
      left join users t on t.id = x.teacher_id join users s on s.id = x.substitute_id
    where x.teacher_id is not null and t.school_id is distinct from x.school_id or s.role <> 'substitute'`,
  'a favorite of another school': sql`select f.id from favorites f left join users t on t.id = f.teacher_id
      join users s on s.id = f.substitute_id
    where f.teacher_id is not null and t.school_id is distinct from f.school_id or s.role <> 'substitute'`,
  'more wall links than a school may have': sql`select school_id as id from wall_links group by 1
      having count(*) > ${wallLimits.links}`,
  'a colleague in two places at once': sql`select a.id, b.id as other from covers a
      join covers b on a.colleague_id = b.colleague_id and a.id < b.id and a.starts_at < b.ends_at
      and b.starts_at < a.ends_at
    where a.place <> b.place and a.state in ('asked', 'accepted') and b.state in ('asked', 'accepted')`,
  'a cover of another school or another time': sql`select c.id from covers c
      join cover_periods p on p.vacancy_id = c.vacancy_id and p.period = c.period
      join vacancies v on v.id = c.vacancy_id
    where c.school_id <> v.school_id or p.school_id <> v.school_id
      or (c.date, c.start_time, c.end_time, c.starts_at, c.ends_at) <> (p.date, p.start_time, p.end_time, p.starts_at,
      p.ends_at)`,
  'a substitute asked to cover outside of their booking': sql`select c.id from covers c
      join vacancies b on b.id = c.booking_id where b.school_id <> c.school_id or (c.state = 'asked'
    and (b.status <> 'filled' or b.deleted_at is not null or b.substitute_id is distinct from c.colleague_id
      or not tstzrange(b.starts_at, b.ends_at) @> tstzrange(c.starts_at, c.ends_at)))`,
  'covered by colleagues without a yes to every period': sql`select v.id from vacancies v
      where v.covered_inside <> (exists (select from cover_periods p where p.vacancy_id = v.id) and not exists (
    select from cover_periods p where p.vacancy_id = v.id
      and p.parts > (select count(*) from covers c
      where c.vacancy_id = p.vacancy_id and c.period = p.period and c.state = 'accepted')))`,
  'a colleague still asked to cover a class that is filled or deleted': sql`select c.id from covers c
      join vacancies v on v.id = c.vacancy_id where c.state = 'asked'
      and (v.status = 'filled' or v.deleted_at is not null)`,
  'a timetable of another school, or of someone who is no teacher': sql`select t.teacher_id as id from timetables t
      join users u on u.id = t.teacher_id
    where u.role <> 'teacher' or u.school_id is distinct from t.school_id`,
  'wishes about cover, an emergency plan or student details of someone who is no teacher': sql`select u.id from users u
      where u.role <> 'teacher' and u.id in (
    select teacher_id from cover_wishes union all select teacher_id from emergency_plans
      union all select teacher_id from student_details)`,
  'bells of a schedule that does not exist': sql`select s.school_id as id from cover_settings s cross join lateral (
      select (d ->> 'schedule')::int as schedule from jsonb_array_elements(s.bell -> 'days') d
        union all select w.value::int from jsonb_each_text(s.bell -> 'weekly') w) used
    where used.schedule >= jsonb_array_length(s.bell -> 'schedules')`,
  'work limits of someone who is no substitute': sql`select l.substitute_id as id from work_limits l
      join users u on u.id = l.substitute_id where u.role <> 'substitute'`,
  'an employee ID of someone whom no school pays': sql`select e.substitute_id as id from employee_ids e
      join users u on u.id = e.substitute_id where u.role not in ('substitute', 'teacher')`,
  'a locked period of a school without pay settings': sql`select p.id from pay_periods p
      join schools s on s.id = p.school_id where not exists (select from pay_settings g
      where g.school_id = p.school_id)`,
  'hours of another school': sql`select w.id from worked_days w join vacancies v on v.id = w.vacancy_id
      where w.school_id <> v.school_id
    union all select w.id from worked_days w join pay_periods p on p.id = w.pay_period_id
      where w.school_id <> p.school_id`,
  'a locked entry outside of its period': sql`select w.id from worked_days w
      join pay_periods p on p.id = w.pay_period_id
      where w.date not between p.first_day and p.last_day or w.approved_at is null`,
  'an approved entry missing from its locked period': sql`select w.id from worked_days w
      join pay_periods p on p.school_id = w.school_id and w.date between p.first_day and p.last_day
    where w.pay_period_id is null and w.approved_at is not null`,
  'an approval without its pay': sql`select id from worked_days
      where (approved_at is null) <> (minutes is null) or (approved_at is null) <> (cents is null)
      or (approved_at is null) <> (approved_by_id is null)`,
  'two locked periods of one day': sql`select a.id, b.id as other from pay_periods a
      join pay_periods b on a.school_id = b.school_id and a.id < b.id and a.first_day <= b.last_day
      and b.first_day <= a.last_day`,
  'a correction of an unlocked entry': sql`select c.id from worked_days c join worked_days w on w.id = c.corrects_id
      where w.pay_period_id is null or c.kind is distinct from 'correction' or c.substitute_id <> w.substitute_id`,
  'open hours of a deleted school': sql`select w.id from worked_days w
      where w.pay_period_id is null and not exists (select from schools s where s.id = w.school_id)`,
  'a constraint that is not validated': sql`select conname from pg_constraint
      where connamespace = 'public'::regnamespace and not convalidated`,
  'an unusable index': sql`select indexrelid::regclass::text from pg_index where not indisvalid or not indisready`,
};

/** The queries, besides every foreign key. */
export const invariants: readonly string[] = Object.keys(questions);

/** Checks all tables. Returns a sentence for each violated invariant, with its first rows. */
export async function brokenInvariants(db: Queryable): Promise<string[]> {
  const broken: string[] = [];
  for (const [name, question] of Object.entries(questions)) {
    const rows = await db.query<object>(question);
    if (rows.length > 0) broken.push(`${name}: ${rows.length}, such as ${JSON.stringify(rows.slice(0, 3))}`);
  }
  return [...broken, ...(await orphans(db))];
}

type Key = { source: string; target: string; own: string; theirs: string };

/** Every foreign key, checked as if it weren't enforced. */
async function orphans(db: Queryable): Promise<string[]> {
  const keys = await db.query<Key>(sql`select conrelid::regclass::text as source, confrelid::regclass::text as target,
      quote_ident(a.attname) as own, quote_ident(b.attname) as theirs
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      join pg_attribute b on b.attrelid = c.confrelid and b.attnum = c.confkey[1]
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and cardinality(c.conkey) = 1`);
  const broken: string[] = [];
  for (const { source, target, own, theirs } of keys) {
    const rows = await db.query<{ lost: string }>(
      raw(
        `select s.${own}::text as lost from ${source} s
            where s.${own} is not null and not exists (select from ${target} t where t.${theirs} = s.${own})`,
      ),
    );
    if (rows.length > 0) broken.push(`an orphan in ${source}.${own}: ${rows.length}, such as ${rows[0]?.lost}`);
  }
  return broken;
}
