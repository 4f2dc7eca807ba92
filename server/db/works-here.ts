import { sql } from '#server/db/database.ts';

/**
 * The one rule in SQL of who works at a school, over `l` (substitute_schools) and `u` (users): the substitute chose
 * the school, it has not turned them away, an approval counts there, and the account is active. The stored column
 * holds all of it that concerns the pair, so that a school's substitutes are found by one index.
 */
export const worksHere = sql`l.works_here and u.is_active and u.deleted_at is null`;
