import * as z from 'zod/mini';
import { parseJson } from '#contract/fields.ts';
import { wrongField } from '#server/core/refused.ts';

/** The end of a page in a list ordered by a text or date, then by id. */
export type Position = { key: string; id: number };

// A forged cursor may contain characters that the database can't compare.
const key = z.string().check(
  z.maxLength(400),
  z.refine((text) => !text.includes('\0') && text.isWellFormed()),
);
const position = z.tuple([key, z.int()]);

/** Returns a position in a list as a cursor. */
export function writeCursor(place: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/**
 * Returns the position in a cursor. Returns null for the first page.
 *
 * @throws {Refused} bad_input at `cursor` if it is invalid.
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
 * Returns the position in a cursor. Returns null for the first page.
 *
 * @throws {Refused} bad_input at `cursor` if it is invalid.
 */
export function positionOf(cursor: string | undefined): Position | null {
  const read = readCursor(position, cursor);
  return read === null ? null : { key: read[0], id: read[1] };
}

/**
 * Returns the rows of one page, and the cursor of the next one. `rows` contains one row more than a page if there is a
 * next page.
 */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  positionIn: (row: Row) => Position,
): { page: Row[]; cursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (rows.length <= limit || last === undefined) return { page, cursor: null };
  const at = positionIn(last);
  return { page, cursor: writeCursor([at.key, at.id]) };
}

/** A page of a list ordered by id, newest first: rows below `before`, at most `limit`. */
export type IdPage = { before: number; limit: number };

/** The default page size. */
const usual = 50;

/** Returns the requested page of a list ordered by id. Refuses an invalid cursor like `positionOf`. */
export function idPage({ cursor, limit = usual }: { cursor?: string | undefined; limit?: number | undefined }): IdPage {
  return { before: positionOf(cursor)?.id ?? Number.MAX_SAFE_INTEGER, limit };
}

/** Returns the cursor of the page with older rows than this one, in a list ordered by id. */
export function cursorAfter(id: number): string {
  return writeCursor(['', id]);
}

/** `pageOf` for a list ordered by id. */
export function pageById<Row extends { id: number }>(
  rows: readonly Row[],
  limit: number,
): { page: Row[]; cursor: string | null } {
  return pageOf(rows, limit, ({ id }) => ({ key: '', id }));
}
