import { sql, type Sql } from '#server/db/database.ts';

/**
 * Returns the right side of a comparison with any of these ids, for a statement that takes longer to plan than to run.
 * PostgreSQL plans a statement each time it runs if the current values seem to make that cheaper. It estimates the cost
 * for a bare array by its length, and for an unknown one as if it had ten ids. With a subselect, the length is always
 * unknown, so PostgreSQL keeps the plan. In an overload, reading one vacancy took 8 ms to plan, and 0.1 to 0.7 ms to
 * run (docs/decisions/105).
 */
export function anyOf(ids: readonly (number | null)[]): Sql {
  return sql`any(array(select unnest(${ids}::bigint[])))`;
}
