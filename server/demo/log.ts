import { sql, type Tx } from '#server/db/database.ts';

/**
 * Writes the administrative acts behind the district's state: schools added, accounts approved and rejected, each a day
 * after the application.
 */
export async function writeLog(tx: Tx, now: Date): Promise<void> {
  await tx.execute(sql`with acts as (
      select s.id as school_id, o.id as actor_id, 'school.create' as act, 'school' as subject_type, s.id as subject_id, s.created_at as at, null::text as role
        from schools s cross join (select id from users where is_platform_owner order by id limit 1) o
      union all select u.school_id, o.id, 'user.approve', 'user', u.id, u.created_at + interval '1 day', u.role
        from users u cross join (select id from users where is_platform_owner order by id limit 1) o where u.role = 'school_admin' and u.is_approved
      union all select u.school_id, s.admin_id, 'user.approve', 'user', u.id, u.created_at + interval '1 day', u.role
        from users u join schools s on s.id = u.school_id and s.admin_id is not null where u.role = 'teacher' and u.is_approved
      union all select l.school_id, s.admin_id, case when l.rejected_at is null then 'user.approve' else 'user.reject' end, 'user', l.substitute_id, coalesce(l.rejected_at, l.approved_at), 'substitute'
        from substitute_schools l join schools s on s.id = l.school_id and s.admin_id is not null where coalesce(l.rejected_at, l.approved_at) is not null)
    insert into audit_log (school_id, actor_id, act, subject_type, subject_id, at, detail)
    select school_id, actor_id, act, subject_type, subject_id, least(at, ${now}), case when role is not null then jsonb_build_object('role', role) end from acts order by at, subject_id`);
}
