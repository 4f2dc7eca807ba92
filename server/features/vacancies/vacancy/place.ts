import * as z from 'zod/mini';
import type { listVacancies } from '#contract/vacancies.ts';
import { date, id, time } from '#contract/fields.ts';
import { type Sql, sql } from '#server/db/database.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import { readCursor } from '#server/http/paging.ts';
import type { Call } from '#server/http/route.ts';

/** The end of a page: its sort keys, from which the next page continues. */
const place = z.tuple([date, z.int().check(z.gte(0), z.lte(1)), time, id]);
export type Place = z.output<typeof place>;

type Order = Call<typeof listVacancies>['query']['order'];

/**
 * Returns the order of a list: by date, within a day open and urgent ones first, then by time, or all of it reversed.
 */
export function orderOf(order: Order): Sql {
  return order === 'latest'
    ? sql`order by v.date desc, v.day_rank desc, v.start_time desc, v.id desc`
    : sql`order by v.date, v.day_rank, v.start_time, v.id`;
}

/** Returns the rows after a position in that order. */
export function behind(order: Order, at: Place | null): Sql {
  if (at === null) return sql``;
  const [day, rank, start, last] = at;
  return order === 'latest'
    ? sql`and (v.date, v.day_rank, v.start_time, v.id) < (${day}::date, ${rank}::smallint, ${start}::time,
        ${last}::bigint)`
    : sql`and (v.date, v.day_rank, v.start_time, v.id) > (${day}::date, ${rank}::smallint, ${start}::time,
        ${last}::bigint)`;
}

/** Returns the position of a vacancy. */
export function placeIn(row: Pick<VacancyRow, 'date' | 'dayRank' | 'startTime' | 'id'>): Place {
  return [row.date, row.dayRank, row.startTime, row.id];
}

/** Returns the position in a cursor; null for the first page. */
export const placeOf = (cursor: string | undefined): Place | null => readCursor(place, cursor);
