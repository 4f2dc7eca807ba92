import type { ReplyInput } from '#contract/endpoint.ts';
import type { listAudit } from '#contract/platform.ts';
import { actsOfKind, auditActs, type AuditChange } from '#domain/audit.ts';
import { can } from '#domain/permissions.ts';
import { addDays, instantOf } from '#domain/time.ts';
import { empty, type Queryable, sql, type Sql } from '#server/db/database.ts';
import { containing } from '#server/db/sql/text.ts';
import { idPage, pageById } from '#server/http/paging.ts';
import { notAllowed } from '#server/core/refused.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';
import { currentSession } from '#server/http/session.ts';

type AuditRow = Omit<ReplyInput<typeof listAudit>[number], 'at' | 'changes'> & { at: Date; changes: AuditChange[] };

/** The maximum number of matches for one name. No one reads more, and the newest come first. */
const mostFound = 500;

/** Returns the audit log, newest first. A school admin sees their own school's entries. */
export async function auditLog(call: Call<typeof listAudit>): ReplyTo<typeof listAudit> {
  const { db, actor, query } = call;
  const schoolId = actor.role === 'overall_admin' ? null : actor.schoolId;
  if (!can(actor, 'audit.read', { schoolId })) throw notAllowed();
  const { before, limit } = idPage(query);
  const zone =
    schoolId === null ? (query.timeZone ?? 'UTC') : (currentSession(call).user.schools[0]?.timeZone ?? 'UTC');
  // Entries that the installation itself wrote have no actor.
  const rows =
    await db.query<AuditRow>(sql`select a.id, a.at, a.act, a.actor_id as "actorId", who.full_name as "actorName",
        a.subject_type as "subjectType", a.subject_id as "subjectId",
      case a.subject_type when 'school' then (select s.name from schools s where s.id = a.subject_id)
        when 'vacancy' then (select v.description from vacancies v where v.id = a.subject_id)
        when 'message' then (select m.subject from messages m where m.id = a.subject_id)
        when 'user' then (select u.full_name from users u where u.id = a.subject_id) end as "subjectName",
      a.school_id as "schoolId", (select s.name from schools s where s.id = a.school_id) as "schoolName",
        nullif(a.detail - 'changes', '{}') as detail, coalesce(a.detail -> 'changes', '[]') as changes
    from audit_log a left join users who on who.id = a.actor_id
    where a.id < ${before} and a.subject_type <> 'installation'
      ${schoolId === null ? empty : sql`and a.school_id = ${schoolId}`}
      ${query.kind === undefined ? empty : sql`and a.act = any(${actsOfKind[query.kind]}::text[])`}
      ${query.from === undefined ? empty : sql`and a.at >= ${instantOf(query.from, '00:00', zone)}`}
      ${query.to === undefined ? empty : sql`and a.at < ${instantOf(addDays(query.to, 1), '00:00', zone)}`}
      ${await matching(db, query.search)}
    order by a.id desc limit ${limit + 1}`);
  const { page, cursor } = pageById(rows, limit);
  call.nextCursor(cursor);
  const names = await namesIn(db, page);
  return page.map((row) => ({
    ...row,
    at: row.at.toISOString(),
    changes: row.changes.map((change) => named(change, names)),
  }));
}

/** Fields whose values are ids of people. */
const peopleFields: readonly string[] = ['adminId', 'substituteId'];

/** Returns the current names of the people whose ids appear in changes. */
async function namesIn(db: Queryable, rows: readonly AuditRow[]): Promise<ReadonlyMap<unknown, string>> {
  const ids = rows
    .flatMap(({ changes }) => changes)
    .filter(({ field }) => peopleFields.includes(field))
    .flatMap(({ from, to }) => [from, to])
    .filter((value) => typeof value === 'number');
  if (ids.length === 0) return new Map();
  const found = await db.query<{ id: number; name: string }>(sql`select id, full_name as name from users
    where id = any(${ids}::bigint[])`);
  return new Map(found.map(({ id, name }) => [id, name]));
}

function named(change: AuditChange, names: ReadonlyMap<unknown, string>): AuditChange {
  if (!peopleFields.includes(change.field)) return change;
  return { ...change, from: names.get(change.from) ?? change.from, to: names.get(change.to) ?? change.to };
}

/** Acts whose actor, subject or school has this name. */
async function matching(db: Queryable, search: string | undefined): Promise<Sql> {
  const words = (search ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return empty;
  const pattern = containing(words.join(' '));
  const [people, schools] = await Promise.all([
    db.query<{ id: number }>(sql`select id from users where lower(full_name) like ${pattern}
      order by id limit ${mostFound}`),
    db.query<{
      id: number;
    }>(sql`(select id from schools where search_text like ${pattern} order by id limit ${mostFound})
      union all (select school_id from school_deletions where lower(name) like ${pattern} order by school_id
        limit ${mostFound})`),
  ]);
  const [personIds, schoolIds] = [people.map(({ id }) => id), schools.map(({ id }) => id)];
  // The search compares exact names, not patterns, so an index finds them.
  const acts = auditActs.filter((act) => words.every((word) => act.includes(word)));
  return sql`and (a.act = any(${acts}::text[]) or a.actor_id = any(${personIds}::bigint[])
      or (a.subject_type = 'user' and a.subject_id = any(${personIds}::bigint[]))
    or (a.subject_type = 'school' and a.subject_id = any(${schoolIds}::bigint[]))
      or a.school_id = any(${schoolIds}::bigint[]))`;
}
