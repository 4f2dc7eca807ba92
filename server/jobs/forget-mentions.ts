import * as z from 'zod/mini';
import { sql } from '#server/db/database.ts';
import { defineJob } from '#server/jobs/job.ts';

/**
 * Deletes the notifications that name a person to others, one day after that person's account was erased: notifications
 * about vacancies they were involved in, about their account, and about their exclusion. The vacancies' own history
 * remains.
 */
export const forgetMentions = defineJob({
  name: 'forget-mentions',
  payload: z.object({ personId: z.int(), fullName: z.string(), schoolIds: z.array(z.int()) }),
  maxAttempts: 10,
  handle: ({ db }, { personId, fullName, schoolIds }) =>
    db.inTransaction(async (tx) => {
      const isNamed = sql`jsonb_path_exists(n.facts,
          'strict $.**{0 to 2} ? (@ == $name)', ${JSON.stringify({ name: fullName })}::jsonb)`;
      await tx.execute(sql`delete from notices n using vacancies_with_part_of(${personId}) part
          where n.vacancy_id = part.id and (${isNamed}
        or exists (select from jsonb_array_elements_text(coalesce(n.facts -> 'changes', '[]')) change
          where position(${fullName}::text in change) > 0))`);
      await tx.execute(sql`delete from notices n using users a where n.recipient_id = a.id
        and n.kind in ('account_pending', 'exclusion_asked', 'exclusion_answered', 'exclusion_ended') and ${isNamed}
        and ((a.role in ('school_admin', 'teacher') and a.school_id = any(${schoolIds}::bigint[]))
          or (a.role = 'overall_admin' and a.is_platform_owner))`);
    }),
});
