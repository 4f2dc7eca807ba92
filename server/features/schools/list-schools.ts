import type { listSchools } from '#contract/schools.ts';
import { peopleOf, countsOfToday } from '#server/features/overview/queries.ts';
import { findSchools } from '#server/features/schools/queries.ts';
import { schoolReply } from '#server/features/schools/reply.ts';
import { pageOf, positionOf } from '#server/http/paging.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';

/** The page size of school pickers, which search the server for others. The owner's list may be longer. */
const pickerLimit = 100;
const ownerLimit = 1000;

/** Schools by name. Before approval, and signed out, the reply has only the fields that registration needs. */
export async function schoolsByName(call: Call<typeof listSchools>): ReplyTo<typeof listSchools> {
  const { db, query, session, now } = call;
  const actor = session?.actor ?? null;
  const isOwner = actor?.role === 'overall_admin' && actor.isPlatformOwner;
  const knows = actor !== null && (isOwner || actor.isApproved || actor.role === 'substitute');
  const limit = query.limit ?? (isOwner ? ownerLimit : pickerLimit);
  const rows = await findSchools(
    db,
    { offersAll: isOwner, chosenBy: query.chosen === undefined ? null : (actor?.id ?? 0) },
    { isActive: query.isActive ?? null, search: query.search ?? '', after: positionOf(query.cursor), limit: limit + 1 },
  );
  const { page, cursor } = pageOf(rows, limit, (row) => ({ key: row.sortKey, id: row.id }));
  call.nextCursor(cursor);
  if (!isOwner) return page.map((row) => schoolReply(row, knows ? actor : null));
  const ids = page.map((row) => row.id);
  const [today, people] = await Promise.all([countsOfToday(db, ids, now), peopleOf(db, ids)]);
  return page.map((row) => ({
    ...schoolReply(row, actor),
    today: today.get(row.id) ?? { open: 0, pending: 0, filled: 0 },
    ...(people.get(row.id) ?? { teachers: 0, substitutes: 0 }),
  }));
}
