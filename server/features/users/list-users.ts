import type { listUsers } from '#contract/users.ts';
import { findPeople } from '#server/features/users/queries.ts';
import { userReplies } from '#server/features/users/reply.ts';
import { pageOf, positionOf } from '#server/http/paging.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';

/** The maximum number of people in a list without a limit: everyone at a school, however large. */
const bareLimit = 2000;

/**
 * Returns the people whom the caller may see, by default by name. The owner's list contains school admins unless owners
 * are requested.
 */
export async function peopleByName(call: Call<typeof listUsers>): ReplyTo<typeof listUsers> {
  const { db, actor, query, now } = call;
  const limit = query.limit ?? bareLimit;
  const filter = {
    role: query.role ?? (actor.role === 'overall_admin' ? 'school_admin' : null),
    approval: query.approval ?? null,
    isActive: query.isActive ?? null,
    withoutSchool: query.withoutSchool ?? null,
    search: query.search ?? null,
    subject: query.subject ?? null,
    isAvailable:
      query.availability === undefined || query.availability === 'all' ? null : query.availability === 'active',
    order: query.sort ?? 'name',
    now,
    after: positionOf(query.cursor),
    limit: limit + 1,
  } as const;
  const { page, cursor } = pageOf(await findPeople(db, actor, filter), limit, (row) => ({
    key: row.sortKey,
    id: row.id,
  }));
  call.nextCursor(cursor);
  return userReplies(db, page, actor, now);
}
