import { type Queryable, sql, type Tx } from '#server/db/database.ts';

/** Locks a school, so that its links are counted one after the other, and counts them. */
export async function countWallLinks(tx: Tx, schoolId: number): Promise<number> {
  await tx.query(sql`select from schools where id = ${schoolId} for update`);
  const [row] = await tx.query<{ count: number }>(sql`select count(*)::int as count from wall_links
    where school_id = ${schoolId}`);
  return row?.count ?? 0;
}

/** Stores the hash of a new link and returns the link's number. */
export async function addWallLink(
  tx: Tx,
  link: { schoolId: number; tokenHash: Buffer; madeById: number; now: Date },
): Promise<number> {
  const { id } = await tx.only<{ id: number }>(sql`insert into wall_links (school_id, token_hash, made_by_id, made_at)
    values (${link.schoolId}, ${link.tokenHash}, ${link.madeById}, ${link.now}) returning id`);
  return id;
}

/** Deletes a school's link. Returns whether it existed. */
export async function removeWallLink(tx: Tx, schoolId: number, id: number): Promise<boolean> {
  return (await tx.execute(sql`delete from wall_links where id = ${id} and school_id = ${schoolId}`)) > 0;
}

const openedEveryMs = 5 * 60_000;

/** Records that a screen read a link, every few minutes rather than at every read. */
export async function noteOpened(db: Queryable, id: number, now: Date): Promise<void> {
  await db.execute(sql`update wall_links set opened_at = ${now}
    where id = ${id} and (opened_at is null or opened_at <= ${new Date(now.getTime() - openedEveryMs)})`);
}
