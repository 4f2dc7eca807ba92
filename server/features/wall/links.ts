import { randomBytes } from 'node:crypto';
import type * as contract from '#contract/wall.ts';
import { type Actor, can } from '#domain/permissions.ts';
import { wallLimits } from '#domain/wall.ts';
import type { Tx } from '#server/db/database.ts';
import { notAllowed, notFound, Refused } from '#server/core/refused.ts';
import { audit } from '#server/db/audit.ts';
import { wallLinksOf } from '#server/features/wall/queries.ts';
import { addWallLink, countWallLinks, removeWallLink } from '#server/features/wall/writes.ts';
import { countAttempt } from '#server/http/limits.ts';
import type { Call, CallInTx, ReplyTo } from '#server/http/route.ts';
import { hashOfToken } from '#server/security/token-hash.ts';

/** How many links a person may create within an hour. */
const mostPerHour = 20;

/** Returns the links of the caller's school. */
export async function listLinks(call: Call<typeof contract.listWallLinks>): ReplyTo<typeof contract.listWallLinks> {
  const { db, actor } = call;
  const links = await wallLinksOf(db, ownSchool(actor));
  return links.map(({ id, madeBy, madeAt, openedAt }) => ({
    id,
    madeBy,
    madeAt: madeAt.toISOString(),
    openedAt: openedAt?.toISOString() ?? null,
  }));
}

/** Creates a link and shows its address only this once. */
export async function createLink(call: Call<typeof contract.createWallLink>): ReplyTo<typeof contract.createWallLink> {
  const { db, config, actor, now } = call;
  const schoolId = ownSchool(actor);
  await countAttempt(db, { key: `wall-made:${actor.id}`, most: mostPerHour, windowSeconds: 3600 }, now);
  const token = randomBytes(32).toString('base64url');
  const id = await db.inTransaction(async (tx) => {
    if ((await countWallLinks(tx, schoolId)) >= wallLimits.links)
      throw new Refused(
        'too_many_wall_links',
        `Your school already has ${wallLimits.links} links. Revoke one that you no longer use first.`,
      );
    const made = await addWallLink(tx, { schoolId, tokenHash: hashOfToken(token), madeById: actor.id, now });
    await audit(tx, { actor, now }, { act: 'school.create_wall_link', subject: ['school', schoolId], schoolId });
    return made;
  });
  return { id, url: `${config.PUBLIC_URL}/wall/${token}` };
}

/** Revokes a link of the caller's school. */
export async function revokeLink(
  call: CallInTx<typeof contract.revokeWallLink>,
  tx: Tx,
): ReplyTo<typeof contract.revokeWallLink> {
  const { actor, params, now } = call;
  const schoolId = ownSchool(actor);
  if (!(await removeWallLink(tx, schoolId, params.id))) throw notFound('link');
  await audit(tx, { actor, now }, { act: 'school.revoke_wall_link', subject: ['school', schoolId], schoolId });
}

function ownSchool(actor: Actor): number {
  const { schoolId } = actor;
  if (schoolId === null || !can(actor, 'school.manageWall', { id: schoolId }))
    throw notAllowed("You don't have a school yet.");
  return schoolId;
}
