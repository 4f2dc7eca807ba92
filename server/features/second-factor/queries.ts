import { type Queryable, sql } from '#server/db/database.ts';

/** Returns whether this person also needs a code to sign in. */
export async function hasSecondFactor(db: Queryable, userId: number): Promise<boolean> {
  const rows = await db.query(sql`select from second_factors where user_id = ${userId} and confirmed_at is not null`);
  return rows.length > 0;
}

/** Since when the second factor is on (null if it isn't), and how many recovery codes are left. */
export async function standingOf(db: Queryable, userId: number): Promise<{ since: Date | null; left: number }> {
  const [row] = await db.query<{ since: Date; left: number }>(sql`select confirmed_at as since,
      (select count(*)::int from recovery_codes c where c.user_id = f.user_id and c.used_at is null) as left
    from second_factors f where user_id = ${userId} and confirmed_at is not null`);
  return row ?? { since: null, left: 0 };
}
