import { create as contentDisposition } from 'content-disposition';
import type { getSchoolLogo } from '#contract/schools.ts';
import { imageOf } from '#server/db/sql/schools.ts';
import { notFound } from '#server/core/refused.ts';
import type { Call } from '#server/http/route.ts';
import { currentSession } from '#server/http/session.ts';

/** Returns a school's logo or banner, for its own people and the owner. Everyone else gets 404. */
export async function serveImage(call: Call<typeof getSchoolLogo>, kind: 'logo' | 'banner') {
  const { db, actor, params, request, reply } = call;
  const isTheirs =
    actor.role === 'overall_admin' || currentSession(call).user.schools.some(({ id }) => id === params.id);
  const image = isTheirs ? await imageOf(db, params.id, kind) : null;
  if (image === null) throw notFound('picture');
  const etag = `"${image.id}"`;
  reply.header('cache-control', 'private, no-cache').header('vary', 'cookie').header('etag', etag);
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply
    .type(image.contentType)
    .header('content-disposition', contentDisposition(`${kind}.webp`, { type: 'inline' }))
    .send(image.bytes);
}
