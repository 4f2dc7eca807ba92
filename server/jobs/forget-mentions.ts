import * as z from 'zod/mini';
import { withoutSubstituteNotes } from '#domain/note.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { defineJob } from '#server/jobs/job.ts';

/**
 * Takes away what others were told of somebody by name, a day after that person's account was erased: notices about the
 * vacancies in which they had a part, and about their account. What they tell of stands in the vacancy's own history.
 */
export const forgetMentions = defineJob({
  name: 'forget-mentions',
  payload: z.object({ personId: z.int(), fullName: z.string(), schoolIds: z.array(z.int()) }),
  maxAttempts: 10,
  handle: ({ db }, { personId, fullName, schoolIds }) =>
    db.inTransaction(async (tx) => {
      const isNamed = sql`jsonb_path_exists(n.facts, 'strict $.**{0 to 2} ? (@ == $name)', ${JSON.stringify({ name: fullName })}::jsonb)`;
      await tx.execute(sql`delete from notices n using vacancies_with_part_of(${personId}) part where n.vacancy_id = part.id and (${isNamed}
        or exists (select from jsonb_array_elements_text(coalesce(n.facts -> 'changes', '[]')) change where position(${fullName}::text in change) > 0))`);
      await tx.execute(sql`delete from notices n using users a where n.recipient_id = a.id and n.kind = 'account_pending' and ${isNamed}
        and ((a.role = 'school_admin' and a.school_id = any(${schoolIds}::bigint[])) or (a.role = 'overall_admin' and a.is_platform_owner))`);
      await forgetNotesIn(tx, personId);
    }),
});

/** Takes substitutes' messages out of the notes that other notices about those vacancies quote. */
async function forgetNotesIn(tx: Tx, personId: number): Promise<void> {
  const rows = await tx.query<{
    id: number;
    notes: string;
  }>(sql`select n.id, n.facts #>> '{vacancy,notes}' as notes from notices n
    join vacancies_with_part_of(${personId}) part on n.vacancy_id = part.id where n.facts #>> '{vacancy,notes}' is not null`);
  const changed = rows
    .map(({ id, notes }) => ({ id, notes, own: withoutSubstituteNotes(notes) }))
    .filter(({ notes, own }) => own !== notes);
  await tx.execute(sql`update notices n set facts = jsonb_set(n.facts, '{vacancy,notes}', to_jsonb(c.notes))
    from unnest(${changed.map(({ id }) => id)}::bigint[], ${changed.map(({ own }) => own)}::text[]) as c (id, notes) where n.id = c.id`);
}
