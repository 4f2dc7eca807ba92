import type { listVacancies as listVacanciesCall } from '#contract/vacancies.ts';
import { addDays, localDate } from '#domain/time.ts';
import { extraHands } from '#domain/vacancy.ts';
import { join, type Sql, sql } from '#server/db/database.ts';
import { todayAt } from '#server/db/sql/schools.ts';
import { containing } from '#server/db/sql/text.ts';
import { fitsOwnTime } from '#server/features/vacancies/vacancy/own-time.ts';
import { behind, orderOf, type Place, placeIn, placeOf } from '#server/features/vacancies/vacancy/place.ts';
import { replyOf } from '#server/features/vacancies/vacancy/reply.ts';
import { columns, source, type VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import { writeCursor } from '#server/http/paging.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';
import { currentSession } from '#server/http/session.ts';

type ListCall = Call<typeof listVacanciesCall>;

/** The rows that one statement may read: how many, and from which position. */
type Stretch = { at: Place | null; limit: number };

/** A list without a limit is complete. This bound only protects the server from a single call. */
const mostWithoutLimit = 5000;
/** The batch size while filtering by a substitute's availability. */
const lookedAtOnce = 100;

/**
 * Returns the vacancies of a teacher, of an admin's school, or those that a substitute can request, covers or has
 * requested, by date. Each branch of the query reads one index in list order and stops at the end of the page.
 */
export async function listVacancies(call: ListCall): ReplyTo<typeof listVacanciesCall> {
  const { actor, query, now } = call;
  const limit = query.limit ?? mostWithoutLimit;
  const rows = await (query.fits === true ? fitting : stretchOf)(call, { at: placeOf(query.cursor), limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  call.nextCursor(rows.length > limit && last !== undefined ? writeCursor(placeIn(last)) : null);
  return page.map((row) => replyOf(row, actor, now));
}

async function stretchOf(call: ListCall, stretch: Stretch): Promise<VacancyRow[]> {
  const { db, actor, query, now } = call;
  const branches = branchesOf({ actor, query, now, zone: zoneOf(call), ...stretch });
  if (branches.length === 0) return [];
  const { limit } = stretch;
  return db.query<VacancyRow>(sql`select ${columns(actor, now)}
    from (${join(
      branches.map((branch) => sql`(${branch} ${orderOf(query.order)} limit ${limit})`),
      ' union all ',
    )}) k
    join ${source} on v.id = k.id ${orderOf(query.order)} limit ${limit}`);
}

/**
 * Like `stretchOf`, without open vacancies that don't fit or can't be requested. Only the domain can decide that, so
 * this reads them first and then filters them out.
 */
async function fitting(call: ListCall, { at, limit }: Stretch): Promise<VacancyRow[]> {
  const kept: VacancyRow[] = [];
  const size = Math.max(limit, lookedAtOnce);
  for (let next = at, looked = 0; kept.length < limit && looked < mostWithoutLimit; looked += size) {
    const rows = await stretchOf(call, { at: next, limit: size });
    kept.push(...rows.filter((row) => fitsOwnTime(row, call.now)));
    const last = rows.at(-1);
    if (rows.length < size || last === undefined) break;
    next = placeIn(last);
  }
  return kept.slice(0, limit);
}

/** The filters. `zone` is the time zone of the caller's own school. */
type Wanted = Pick<ListCall, 'actor' | 'query' | 'now'> & Stretch & { zone: string };

function zoneOf(call: ListCall): string {
  return currentSession(call).user.schools[0]?.timeZone ?? 'UTC';
}

/** Ids of vacancies `v` on the list. No two branches overlap. */
function branchesOf(wanted: Wanted): Sql[] {
  const { actor, query } = wanted;
  const isForSubstitutes = query.mine === true || query.declined === true || query.fits === true;
  if (!actor.isApproved || (isForSubstitutes && actor.role !== 'substitute')) return [];
  switch (actor.role) {
    case 'teacher':
      return query.schoolId !== undefined && query.schoolId !== actor.schoolId
        ? []
        : [ofStaff(wanted, sql`v.teacher_id = ${actor.id} and v.school_id = ${actor.schoolId}`)];
    case 'school_admin':
      return query.schoolId !== undefined && query.schoolId !== actor.schoolId
        ? []
        : [ofStaff(wanted, sql`v.school_id = ${actor.schoolId}`)];
    case 'substitute':
      return ofSubstitute(wanted);
    case 'overall_admin':
      return [];
  }
}

const place = sql`v.id, v.date, v.day_rank, v.start_time`;

function ofStaff(wanted: Wanted, whose: Sql): Sql {
  const { query, now, zone } = wanted;
  const today = localDate(now, zone);
  const from = query.upcoming === true ? later(query.from, today) : query.from;
  const to = query.past === true ? earlier(query.to, addDays(today, -1)) : query.to;
  return sql`select ${place} from vacancies v
      where ${whose} and v.deleted_at is null ${statusOf(query.status)} ${narrowed(wanted, from, to)}`;
}

function ofSubstitute(wanted: Wanted): Sql[] {
  const { actor, query } = wanted;
  const { status } = query;
  const wantsOpen = (status === undefined || status === 'open') && query.past !== true;
  if (query.declined === true) return wantsOpen ? [declined(wanted)] : [];
  const branches: Sql[] = [];
  if (query.mine !== true && wantsOpen) branches.push(open(wanted));
  if (status === undefined || status === 'filled')
    branches.push(own(wanted, sql`v.substitute_id = ${actor.id} and v.status = 'filled'`));
  if (status === undefined || status === 'pending_approval')
    branches.push(own(wanted, sql`v.requested_by_id = ${actor.id} and v.status = 'pending_approval'`));
  return branches;
}

/** Open ones, school by school, each limited by the school's date. */
function open(wanted: Wanted): Sql {
  const { actor, query, now, limit } = wanted;
  return sql`select o.id, o.date, o.day_rank, o.start_time from schools s cross join lateral (
      select ${place} from vacancies v
      where v.school_id = s.id and v.status = 'open' and not v.covered_inside and v.deleted_at is null
        and v.date >= ${todayAt(sql`s`, now)}
        ${narrowed(wanted, query.from, query.to)}
        and not exists (select 1 from vacancy_declines d where d.substitute_id = ${actor.id} and d.vacancy_id = v.id)
      ${orderOf(query.order)} limit ${limit}) o (id, date, day_rank, start_time)
    cross join lateral (select o.id, o.date, o.day_rank, o.start_time) v
    where s.id = any(${visibleSchools(actor.selectedSchoolIds, query.schoolId)}::bigint[])`;
}

/**
 * Returns the caller's own vacancies. No school's date differs from UTC's by more than a day, which limits the index
 * scan.
 */
function own(wanted: Wanted, whose: Sql): Sql {
  const { query, now } = wanted;
  const today = localDate(now, 'UTC');
  const theirToday = todayAt(sql`c`, now);
  const from = query.upcoming === true ? later(query.from, addDays(today, -1)) : query.from;
  const to = query.past === true ? earlier(query.to, addDays(today, 1)) : query.to;
  return sql`select ${place} from vacancies v join schools c on c.id = v.school_id
    where ${whose} and v.deleted_at is null ${query.upcoming === true ? sql`and v.date >= ${theirToday}` : sql``}
      ${query.past === true ? sql`and v.date < ${theirToday}` : sql``}
      ${inSchool(query.schoolId)} ${narrowed(wanted, from, to)}`;
}

function declined(wanted: Wanted): Sql {
  const { actor, query, now } = wanted;
  return sql`select ${place} from vacancy_declines d join vacancies v on v.id = d.vacancy_id
      join schools c on c.id = v.school_id
    where d.substitute_id = ${actor.id}
      and v.school_id = any(${visibleSchools(actor.selectedSchoolIds, query.schoolId)}::bigint[])
      and v.status = 'open' and not v.covered_inside and v.deleted_at is null
        and v.date >= ${todayAt(sql`c`, now)} ${narrowed(wanted, query.from, query.to)}`;
}

function visibleSchools(selected: readonly number[], wanted: number | undefined): readonly number[] {
  return wanted === undefined ? selected : selected.filter((id) => id === wanted);
}

function inSchool(schoolId: number | undefined): Sql {
  return schoolId === undefined ? sql`` : sql`and v.school_id = ${schoolId}`;
}

/** The status is part of the text, not a parameter, so a prepared plan can use the index of open ones. */
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

/** Dates, the start of the page, the shift and the search words. */
function narrowed({ query, at, actor }: Wanted, from: string | undefined, to: string | undefined): Sql {
  const dates = sql`and v.date >= ${from ?? '2000-01-01'}::date and v.date <= ${to ?? '2100-12-31'}::date`;
  const shift = query.shiftType === undefined ? sql`` : sql`and v.shift_type = ${query.shiftType}`;
  return sql`${dates} ${behind(query.order, at)} ${shift}
      ${query.search === undefined || query.search === '' ? sql`` : found(query.search, actor)}`;
}

/** A school may withhold the reason from substitutes. Then they can't search by it, either. */
function found(search: string, { role }: Wanted['actor']): Sql {
  const pattern = containing(search);
  return sql`and (v.description ilike ${pattern}
      or v.additional_notes ilike ${pattern} ${
        role === 'substitute'
          ? sql``
          : sql`or coalesce(v.absence_reason,
      ${extraHands}) ilike ${pattern}`
      }
    or exists (select 1 from users p where p.id in (v.teacher_id, v.substitute_id, v.requested_by_id)
      and p.deleted_at is null and p.full_name ilike ${pattern}))`;
}

function later(date: string | undefined, other: string): string {
  return date !== undefined && date > other ? date : other;
}

function earlier(date: string | undefined, other: string): string {
  return date !== undefined && date < other ? date : other;
}
