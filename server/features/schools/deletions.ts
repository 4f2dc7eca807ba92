import type { ReplyInput } from '#contract/endpoint.ts';
import type { listSchoolDeletions } from '#contract/school-deletion.ts';
import { type Database, type Queryable, sql, type Tx } from '#server/db/database.ts';
import { openRounds, type Rounds } from '#server/jobs/rounds.ts';
import type { ReplyTo } from '#server/http/route.ts';

/** The maximum number of rows that one slice deletes, which takes a fraction of a second. */
const rowsAtOnce = 2000;
/** How many deletions are listed, and how many people for each. */
const mostListed = 20;
const mostLeft = 500;

/** Begins a deletion in the caller's transaction: hides the school from everyone and unlinks its administrators. */
export async function beginDeletion(tx: Tx, { id, name }: { id: number; name: string }, now: Date): Promise<void> {
  await tx.execute(sql`insert into school_deletions (school_id, name, asked_at, things, left_ids)
    values (${id}, ${name}, ${now}, ${thingsOf(id)}, array(
      select u.id from users u where u.school_id = ${id} and u.role = 'school_admin' and u.deleted_at is null
      union
      select l.substitute_id from substitute_schools l join users u on u.id = l.substitute_id and u.deleted_at is null
        where l.school_id = ${id} and l.is_selected
          and not exists (select from substitute_schools o
            where o.substitute_id = l.substitute_id and o.school_id <> l.school_id and o.is_selected)
      order by 1))`);
  await tx.execute(sql`update users set school_id = null where school_id = ${id} and role = 'school_admin'`);
  await tx.execute(sql`update schools set is_active = false, deletion_began_at = ${now} where id = ${id}`);
}

/** Returns the number of rows that measures the progress of a deletion, in SQL. */
function thingsOf(id: number | ReturnType<typeof sql>) {
  return sql`((select count(*) from vacancies where school_id = ${id}) + (select count(*) from messages
      where school_id = ${id})
    + (select count(*) from users where school_id = ${id}) + (select count(*) from substitute_schools
      where school_id = ${id}))`;
}

/**
 * Deletes one slice of this school, or of the first one in the queue, in its own transaction. If the process dies, the
 * next slice continues. Returns 'done' once the school is gone, 'none' if there is nothing to do or another process is
 * doing it.
 */
export function deleteSlice(
  db: Database,
  now: Date,
  schoolId: number | null = null,
): Promise<'going' | 'done' | 'none'> {
  return db.inTransaction(async (tx) => {
    const [next] = await tx.query<{ id: number }>(sql`select school_id as id from school_deletions
      where done_at is null and (${schoolId}::bigint is null or school_id = ${schoolId}) order by asked_at, school_id
        limit 1 for update skip locked`);
    if (next === undefined) return 'none';
    const [slice] = await tx.query<{ gone: number | null }>(
      sql`select delete_school_slice(${next.id}, ${rowsAtOnce}) as gone`,
    );
    if (slice?.gone !== null && slice?.gone !== undefined) return 'going';
    await tx.execute(sql`update school_deletions set done_at = ${now} where school_id = ${next.id}`);
    return 'done';
  });
}

/** Deletes the schools in the queue, slice by slice. */
export function openDeletions({ db, clock }: { db: Database; clock: () => Date }): Rounds {
  return openRounds(async () => (await deleteSlice(db, clock())) !== 'none');
}

/** Returns the newest deletions, with the people who still have no school. */
export async function deletions(db: Queryable): ReplyTo<typeof listSchoolDeletions> {
  const rows = await db.query<
    Omit<ReplyInput<typeof listSchoolDeletions>[number], 'askedAt' | 'doneAt'> & { askedAt: Date; doneAt: Date | null }
  >(sql`select d.school_id as id, d.name, d.asked_at as "askedAt", d.done_at as "doneAt",
      case when d.done_at is not null then 100 when d.things = 0 then 0
        else least(99, greatest(0, 100 - 100 * ${thingsOf(sql`d.school_id`)} / d.things)) end::int as percent,
      coalesce((select jsonb_agg(to_jsonb(p) order by lower(p."fullName"), p.id) from (
        select u.id, u.full_name as "fullName", u.role from users u
        where u.id = any(d.left_ids) and u.deleted_at is null and u.school_id is null
          and not exists (select from substitute_schools l
            where l.substitute_id = u.id and l.is_selected and l.school_id <> d.school_id)
        order by lower(u.full_name), u.id limit ${mostLeft}) p), '[]') as "withoutSchool"
    from school_deletions d order by d.asked_at desc, d.school_id desc limit ${mostListed}`);
  return rows.map((row) => ({
    ...row,
    askedAt: row.askedAt.toISOString(),
    doneAt: row.doneAt === null ? null : row.doneAt.toISOString(),
  }));
}
