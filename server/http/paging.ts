import * as z from 'zod/mini';
import { parseJson } from '#contract/fields.ts';
import { wrongField } from '#server/core/refused.ts';

/** Where a page ends in a list that is ordered by a text or date and then by id. */
export type Position = { key: string; id: number };

// A cursor made by hand may hold characters that the database can't compare.
const key = z.string().check(
  z.maxLength(400),
  z.refine((text) => !text.includes('\0') && text.isWellFormed()),
);
const position = z.tuple([key, z.int()]);

/** A place in a list as the cursor that is handed out. */
export function writeCursor(place: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/**
 * The place in a cursor; null for the first page.
 *
 * @throws {Refused} bad_input at `cursor` if it is not a cursor.
 */
export function readCursor<Schema extends z.ZodMiniType>(
  place: Schema,
  cursor: string | undefined,
): z.output<Schema> | null {
  if (cursor === undefined || cursor === '') return null;
  const read = place.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (!read.success) throw wrongField('cursor', 'This cursor does not belong to this list.');
  return read.data;
}

/**
 * The position in a cursor; null for the first page.
 *
 * @throws {Refused} bad_input at `cursor` if it is not a cursor.
 */
export function positionOf(cursor: string | undefined): Position | null {
  const read = readCursor(position, cursor);
  return read === null ? null : { key: read[0], id: read[1] };
}

/**
 * The rows of one page out of those that were read, one more than the page holds where there is a next one,
 * and the cursor of that next page.
 */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  positionIn: (row: Row) => Position,
): { page: Row[]; cursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (rows.length <= limit || last === undefined) return { page, cursor: null };
  const { key, id } = positionIn(last);
  return { page, cursor: writeCursor([key, id]) };
}

/** A page of a list that runs by id, newest first: rows below `before`, at most `limit`. */
export type IdPage = { before: number; limit: number };

/** Rows of a page where the caller names no number. */
const usual = 50;

/** The page that a call asks of a list that runs by id; a cursor of no list is refused as `positionOf` does. */
export function idPage({ cursor, limit = usual }: { cursor?: string | undefined; limit?: number | undefined }): IdPage {
  return { before: positionOf(cursor)?.id ?? Number.MAX_SAFE_INTEGER, limit };
}

/** The cursor of the page of older rows than this one, in a list that runs by id. */
export function cursorAfter(id: number): string {
  return writeCursor(['', id]);
}

/** `pageOf` for a list that runs by id. */
export function pageById<Row extends { id: number }>(
  rows: readonly Row[],
  limit: number,
): { page: Row[]; cursor: string | null } {
  return pageOf(rows, limit, ({ id }) => ({ key: '', id }));
}
