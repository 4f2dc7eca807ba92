import type { ReplyInput } from '#contract/endpoint.ts';
import type { listVacancies as listVacanciesCall } from '#contract/vacancies.ts';
import { isDate, isTime, localDate } from '#domain/time.ts';
import { parseJson } from '#contract/fields.ts';
import { join, type Sql, sql } from '#server/db/database.ts';
import { replyOf } from '#server/features/vacancies/reply.ts';
import { columns, source, type VacancyRow } from '#server/features/vacancies/row.ts';
import { wrongField } from '#server/http/refused.ts';
import type { Call } from '#server/http/route.ts';
import { currentSession } from '#server/http/session.ts';

type ListCall = Call<typeof listVacanciesCall>;

/** Where a page ends: what the list is ordered by, so that the next one begins behind it. */
type Place = { date: string; time: string; id: number };

/** A list without a limit is whole; this bound only keeps one call from taking the server with it. */
const mostWithoutLimit = 5000;

/**
 * The vacancies of a teacher, of an admin's school, or those that a substitute may ask for, covers or has asked
 * for, by date. Each branch of the query walks one index in the order of the list and stops at the page's end.
 */
export async function listVacancies(call: ListCall): Promise<ReplyInput<typeof listVacanciesCall>> {
  const { db, actor, query, now } = call;
  const branches = branchesOf(call);
  if (branches.length === 0) return [];
  const limit = query.limit ?? mostWithoutLimit;
  const rows = await db.query<VacancyRow>(sql`select ${columns(actor, now)}
    from (${join(branches.map((branch) => sql`(${branch} ${orderOf(query)} limit ${limit + 1})`), ' union all ')}) k
    join ${source} on v.id = k.id ${orderOf(query)} limit ${limit + 1}`);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  call.nextCursor(rows.length > limit && last !== undefined ? cursorOf({ date: last.date, time: last.startTime, id: last.id }) : null);
  return page.map((row) => replyOf(row, actor, now));
}

/** Ids of vacancies `v` that belong on the list; no two branches share one. */
function branchesOf(call: ListCall): Sql[] {
  const { actor, query } = call;
  if (!actor.isApproved || query.mine === true && actor.role !== 'substitute' || query.declined === true && actor.role !== 'substitute') return [];
  switch (actor.role) {
    case 'teacher':
      return query.schoolId !== undefined && query.schoolId !== actor.schoolId ? [] : [ofStaff(call, sql`v.teacher_id = ${actor.id} and v.school_id = ${actor.schoolId}`)];
    case 'school_admin':
      return query.schoolId !== undefined && query.schoolId !== actor.schoolId ? [] : [ofStaff(call, sql`v.school_id = ${actor.schoolId}`)];
    case 'substitute':
      return ofSubstitute(call);
    case 'overall_admin':
      return [];
  }
}

function ofStaff(call: ListCall, whose: Sql): Sql {
  const { query, now } = call;
  const zone = currentSession(call).user.schools[0]?.timeZone ?? 'UTC';
  const from = query.upcoming === true ? later(query.from, localDate(now, zone)) : query.from;
  return sql`select v.id, v.date, v.start_time from vacancies v where ${whose} and v.deleted_at is null ${statusOf(query.status)} ${between(query, from)}`;
}

function ofSubstitute(call: ListCall): Sql[] {
  const { actor, query } = call;
  const { status } = query;
  if (query.declined === true) return status === undefined || status === 'open' ? [declined(call)] : [];
  const branches: Sql[] = [];
  if (query.mine !== true && (status === undefined || status === 'open')) branches.push(open(call));
  if (status === undefined || status === 'filled') branches.push(own(call, sql`v.substitute_id = ${actor.id} and v.status = 'filled'`));
  if (status === undefined || status === 'pending_approval') branches.push(own(call, sql`v.requested_by_id = ${actor.id} and v.status = 'pending_approval'`));
  return branches;
}

/** Open ones, school by school: `schoolToday` bounds each by its own date. */
function open({ actor, query, now }: ListCall): Sql {
  return sql`select o.id, o.date, o.start_time from schools s cross join lateral (
      select v.id, v.date, v.start_time from vacancies v
      where v.school_id = s.id and v.status = 'open' and v.deleted_at is null and v.date >= (${now}::timestamptz at time zone s.time_zone)::date
        ${between(query, query.from)}
        and not exists (select 1 from vacancy_declines d where d.substitute_id = ${actor.id} and d.vacancy_id = v.id)
      ${orderOf(query)} limit ${(query.limit ?? mostWithoutLimit) + 1}) o (id, date, start_time)
    cross join lateral (select o.id, o.date, o.start_time) v
    where s.id = any(${visibleSchools(actor.selectedSchoolIds, query.schoolId)}::bigint[])`;
}

function own({ query, now }: ListCall, whose: Sql): Sql {
  const upcoming = query.upcoming === true ? sql`and v.date >= (${now}::timestamptz at time zone c.time_zone)::date` : sql``;
  return sql`select v.id, v.date, v.start_time from vacancies v join schools c on c.id = v.school_id
    where ${whose} and v.deleted_at is null ${upcoming} ${inSchool(query.schoolId)} ${between(query, query.from)}`;
}

function declined({ actor, query, now }: ListCall): Sql {
  return sql`select v.id, v.date, v.start_time from vacancy_declines d join vacancies v on v.id = d.vacancy_id join schools c on c.id = v.school_id
    where d.substitute_id = ${actor.id} and v.school_id = any(${visibleSchools(actor.selectedSchoolIds, query.schoolId)}::bigint[])
      and v.status = 'open' and v.deleted_at is null and v.date >= (${now}::timestamptz at time zone c.time_zone)::date ${between(query, query.from)}`;
}

function visibleSchools(selected: readonly number[], wanted: number | undefined): readonly number[] {
  return wanted === undefined ? selected : selected.filter((id) => id === wanted);
}

function inSchool(schoolId: number | undefined): Sql {
  return schoolId === undefined ? sql`` : sql`and v.school_id = ${schoolId}`;
}

/** The status stands in the text, not as a parameter: a prepared plan can then use the index of open ones. */
function statusOf(status: ListCall['query']['status']): Sql {
  switch (status) {
    case undefined:
      return sql``;
    case 'open':
      return sql`and v.status = 'open'`;
    case 'pending_approval':
      return sql`and v.status = 'pending_approval'`;
    case 'filled':
      return sql`and v.status = 'filled'`;
  }
}

/** Dates, the page's beginning and the words searched for. */
function between(query: ListCall['query'], from: string | undefined): Sql {
  const dates = sql`and v.date >= ${from ?? '2000-01-01'}::date and v.date <= ${query.to ?? '2100-12-31'}::date`;
  return sql`${dates} ${behind(query)} ${query.search === undefined || query.search === '' ? sql`` : found(query.search)}`;
}

function found(search: string): Sql {
  const pattern = `%${search.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return sql`and (v.description ilike ${pattern} or v.additional_notes ilike ${pattern} or v.absence_reason ilike ${pattern}
    or exists (select 1 from users p where p.id in (v.teacher_id, v.substitute_id, v.requested_by_id) and p.deleted_at is null and p.full_name ilike ${pattern}))`;
}

function orderOf({ order }: ListCall['query']): Sql {
  return order === 'latest' ? sql`order by v.date desc, v.start_time desc, v.id desc` : sql`order by v.date, v.start_time, v.id`;
}

function behind({ order, cursor }: ListCall['query']): Sql {
  if (cursor === undefined || cursor === '') return sql``;
  const { date, time, id } = placeOf(cursor);
  return order === 'latest' ? sql`and (v.date, v.start_time, v.id) < (${date}::date, ${time}::time, ${id}::bigint)` : sql`and (v.date, v.start_time, v.id) > (${date}::date, ${time}::time, ${id}::bigint)`;
}

function later(date: string | undefined, other: string): string {
  return date !== undefined && date > other ? date : other;
}

function cursorOf({ date, time, id }: Place): string {
  return Buffer.from(JSON.stringify([date, time, id])).toString('base64url');
}

function placeOf(cursor: string): Place {
  const place = parseJson(Buffer.from(cursor, 'base64url').toString());
  if (Array.isArray(place)) {
    const [date, time, id] = place as unknown[];
    if (typeof date === 'string' && isDate(date) && typeof time === 'string' && isTime(time) && Number.isSafeInteger(id)) return { date, time, id: Number(id) };
  }
  throw wrongField('cursor', 'This is not a cursor of this list.');
}
