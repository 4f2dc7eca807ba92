import type { Connection } from '#server/db/database.ts';
import { sql } from '#server/db/database.ts';
import { fillTable } from '#test/plans.ts';
import { mondayMorning } from '#test/world.ts';

let crowds = 0;

/** Adds this many approved substitutes with email addresses to a school, in one statement. */
export async function fillSchool(owner: Connection, schoolId: number, people: number): Promise<void> {
  crowds += 1;
  await fillTable(
    owner,
    sql`with made as (insert into users (username, password_hash, role, full_name, is_approved, email, created_at)
        select 'crowd_' || ${crowds}::text || '_' || n, 'x', 'substitute', 'Person ' || n, true,
          'crowd_' || ${crowds}::text || '_' || n || '@example.org', ${mondayMorning}
        from generate_series(1, ${people}::int) n returning id)
      insert into substitute_schools (substitute_id, school_id, selected_at, approved_at)
        select id, ${schoolId}::bigint, ${mondayMorning}, ${mondayMorning} from made`,
  );
}
