import { isDeepStrictEqual } from 'node:util';
import { type Queryable, sql } from '#server/db/database.ts';
import { Refused } from '#server/core/refused.ts';

/** The records that several people may edit at the same time. The database tracks the edits of each. */
const editsOf = {
  school: (id: number) => sql`select version, edits from schools where id = ${id}`,
  user: (id: number) => sql`select version, edits from users where id = ${id}`,
  vacancy: (id: number) => sql`select version, edits from vacancies where id = ${id}`,
  preferences: (id: number) => sql`select version, edits from job_preferences where substitute_id = ${id}`,
  plan: (id: number) => sql`select version, edits from emergency_plans where teacher_id = ${id}`,
} as const;

type Edit = {
  of: keyof typeof editsOf;
  id: number;
  /** The version that the form was filled from. Without one, nothing is compared. */
  version: number | undefined;
  /** The parsed fields of the call. A missing or undefined field was not sent. */
  sent: object;
  /** The current record. */
  stored: object;
  /** Returns the record as its reader may see it. Nothing else reaches the reply. */
  shown: () => object | Promise<object>;
};

/**
 * Refuses an edit that would overwrite a field that was changed after the form was filled. A field that someone else
 * changed to the same value is not in conflict. The row must be locked.
 *
 * @throws {Refused} conflict with a message for each of these fields. `current` holds the version now and every
 *   field that changed since, so that a form that continues from this version has all missed changes.
 */
export async function refuseConflict(db: Queryable, { of, id, version, sent, stored, shown }: Edit): Promise<void> {
  if (version === undefined) return;
  const [row] = await db.query<{ version: number; edits: Record<string, number> }>(editsOf[of](id));
  if (row === undefined || row.version === version) return;
  // A version that doesn't exist yet was read before a backup was restored. Then every edit counts as later.
  const since = version < row.version ? version : 0;
  const edited = new Set(Object.entries(row.edits).flatMap(([column, at]) => (at > since ? [fieldOf(column)] : [])));
  const before = flat(stored);
  const fields = [...flat(sent)].flatMap(([field, value]) =>
    edited.has(field) && value !== undefined && !isDeepStrictEqual(value, before.get(field)) ? [field] : [],
  );
  if (fields.length === 0) return;
  const known = await shown();
  const changed = new Set([...edited].map((field) => field.split('.', 1)[0] ?? field));
  throw conflict(fields, {
    version: row.version,
    ...Object.fromEntries(Object.entries(known).filter(([name]) => changed.has(name))),
  });
}

/** Returns the refusal of an edit whose fields were changed by someone else. */
export function conflict(fields: readonly string[], current: NonNullable<Refused['current']>): Refused {
  return new Refused('conflict', 'Someone changed this after you opened it. Compare both versions and save again.', {
    fields: Object.fromEntries(fields.map((field) => [field, 'Someone changed this after you opened it.'])),
    current,
  });
}

/** Returns the field of a column: `vacancy_settings.morningStart` becomes `vacancySettings.morningStart`. */
function fieldOf(column: string): string {
  return column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns the values of a record by name. Nested ones are named `name.key`. */
function flat(record: object): Map<string, unknown> {
  const entries: [string, unknown][] = Object.entries(record);
  return new Map(
    entries.flatMap(([name, value]): [string, unknown][] =>
      typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
        ? Object.entries(value).map(([key, inner]): [string, unknown] => [`${name}.${key}`, inner])
        : [[name, value]],
    ),
  );
}
