import * as z from 'zod/mini';
import type { listVacancies } from '#contract/vacancies.ts';
import { date, id, time } from '#contract/fields.ts';
import { type Sql, sql } from '#server/db/database.ts';
import type { VacancyRow } from '#server/features/vacancies/row.ts';
import { readCursor, writeCursor } from '#server/http/paging.ts';
import type { Call } from '#server/http/route.ts';

/** Where a page ends: what the list is ordered by, so that the next one begins behind it. */
const place = z.tuple([date, z.int().check(z.gte(0), z.lte(1)), time, id]);
export type Place = z.output<typeof place>;

type Order = Call<typeof listVacancies>['query']['order'];

/** The order of a list: by date, within a day what is open and urgent first, then by time; or all of it backwards. */
export function orderOf(order: Order): Sql {
  return order === 'latest'
    ? sql`order by v.date desc, v.day_rank desc, v.start_time desc, v.id desc`
    : sql`order by v.date, v.day_rank, v.start_time, v.id`;
}

/** What comes behind a place in that order. */
export function behind(order: Order, at: Place | null): Sql {
  if (at === null) return sql``;
  const [day, rank, start, last] = at;
  return order === 'latest'
    ? sql`and (v.date, v.day_rank, v.start_time, v.id) < (${day}::date, ${rank}::smallint, ${start}::time, ${last}::bigint)`
    : sql`and (v.date, v.day_rank, v.start_time, v.id) > (${day}::date, ${rank}::smallint, ${start}::time, ${last}::bigint)`;
}

/** The place of a vacancy. */
export function placeIn(row: Pick<VacancyRow, 'date' | 'dayRank' | 'startTime' | 'id'>): Place {
  return [row.date, row.dayRank, row.startTime, row.id];
}

/** A place as the cursor that is handed out. */
export const cursorOf = (at: Place): string => writeCursor(at);

/** The position in a cursor; null for the first page. */
export const placeOf = (cursor: string | undefined): Place | null => readCursor(place, cursor);
