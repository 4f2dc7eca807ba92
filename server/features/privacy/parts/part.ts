import type { Actor } from '#domain/permissions.ts';
import { type Queryable, type Sql, sql } from '#server/db/database.ts';

/** The exporting user and session. */
export type Exporter = { db: Queryable; actor: Actor; sessionId: string };

/** One file of the export: its content, the meaning of each key, and how its rows are read, page by page. */
export type Part = {
  file: string;
  about: string;
  keys: Record<string, string>;
  /** The tables it is read from. */
  tables: readonly string[];
  pageSize: number;
  /** Returns the rows after `after`, in id order. Fewer than `pageSize` rows are the last page. */
  read(exporter: Exporter, after: number): Promise<{ id: number; row: object }[]>;
};

export const pageSize = 500;

type Statement = (exporter: Exporter, after: number) => Sql;

/** Returns a part read by one statement. Each row has an `id` for paging, and the object to write as `row`. */
export function part(
  file: string,
  about: string,
  tables: readonly string[],
  keys: Record<string, string>,
  statement: Statement,
): Part {
  return {
    file,
    about,
    tables,
    keys,
    pageSize,
    read: (exporter, after) => exporter.db.query(sql`${statement(exporter, after)} order by 1 limit ${pageSize}`),
  };
}

/** Meanings that many parts share. */
export const id = 'its number in FirstBell';
export const schoolName = 'the name of the school';
