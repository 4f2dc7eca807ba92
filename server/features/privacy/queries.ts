import { type Queryable, sql } from '#server/db/database.ts';

/** Returns a person's own photo and resume, with their file names. */
export async function ownFiles(db: Queryable, ownerId: number): Promise<{ id: string; name: string }[]> {
  const rows = await db.query<{ id: string; kind: string; name: string }>(sql`select id, kind, name from files
    where owner_id = ${ownerId} order by kind, created_at`);
  return rows.map(({ id, kind, name }) => ({ id, name: `${kind} ${name}`.replaceAll(/[/\\\u0000-\u001F]/g, '_') }));
}

/** Returns the files with the lesson plans of a teacher, with their file names. */
export async function ownPlanFiles(db: Queryable, teacherId: number): Promise<{ id: string; name: string }[]> {
  const rows = await db.query<{ id: string; name: string }>(sql`select id, name from plan_files
    where teacher_id = ${teacherId} order by created_at, id`);
  return rows.map(({ id, name }, place) => ({
    id,
    name: `plans ${place + 1} ${name}`.replaceAll(/[/\\\u0000-\u001F]/g, '_'),
  }));
}

/** Returns the bytes of a file with lesson plans, or null if it was deleted meanwhile. */
export async function bytesOfPlanFile(db: Queryable, id: string): Promise<Buffer | null> {
  const [row] = await db.query<{ bytes: Buffer }>(sql`select bytes from plan_files where id = ${id}::uuid`);
  return row?.bytes ?? null;
}

/** Returns the bytes of a file, or null if it was deleted meanwhile. */
export async function bytesOfFile(db: Queryable, id: string): Promise<Buffer | null> {
  const [row] = await db.query<{ bytes: Buffer }>(sql`select bytes from files where id = ${id}::uuid`);
  return row?.bytes ?? null;
}
