import type { getFile } from '#contract/users.ts';
import { can } from '#domain/permissions.ts';
import { audit } from '#server/db/audit.ts';
import { type Database, sql } from '#server/db/database.ts';
import { type PersonRow, subjectOf, visiblePerson } from '#server/features/users/queries.ts';
import { teachersAskedBy, teachersCoveredBy } from '#server/features/vacancies/vacancy/queries.ts';
import { found, notFound } from '#server/core/refused.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';
import { sendFile } from '#server/http/send-file.ts';

type StoredFile = { ownerId: number; kind: 'photo' | 'resume'; name: string; contentType: string };

async function fileOf(db: Database, id: string): Promise<StoredFile | null> {
  return db.first<StoredFile>(sql`select owner_id as "ownerId", kind, name, content_type as "contentType"
    from files where id = ${id}::uuid`);
}

async function bytesOf(db: Database, id: string): Promise<Buffer | null> {
  const [row] = await db.query<{ bytes: Buffer }>(sql`select bytes from files where id = ${id}::uuid`);
  return row?.bytes ?? null;
}

/**
 * Serves a photo to people who may see the person, and a resume, which contains the address and phone number, to admins
 * and to the teachers whose vacancies they cover or have requested. Opening another person's resume is logged. Everyone
 * else gets 404.
 */
export async function serveFile(call: Call<typeof getFile>): ReplyTo<typeof getFile> {
  const { db, actor, params, query, request, reply } = call;
  const file = await fileOf(db, params.id);
  const person = file === null ? null : await visiblePerson(db, actor, file.ownerId);
  if (file === null || person === null) throw notFound('file');
  if (file.kind === 'resume' && !(await seesResume(call, person))) throw notFound('file');

  // A file never changes under its id, but permissions do, so the browser must revalidate.
  const etag = `"${params.id}"`;
  reply
    .header('cache-control', file.kind === 'photo' ? 'private, no-cache' : 'private, no-store')
    .header('vary', 'cookie');
  if (file.kind === 'photo') {
    reply.header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  }
  const bytes = found(await bytesOf(db, params.id), 'file');
  if (file.kind === 'resume' && file.ownerId !== actor.id) {
    await db.inTransaction((tx) =>
      audit(tx, call, { act: 'resume.read', subject: ['user', file.ownerId], schoolId: actor.schoolId }),
    );
  }
  return sendFile(reply, { ...file, bytes }, { download: query.download === true });
}

async function seesResume({ db, actor }: Call<typeof getFile>, person: PersonRow): Promise<boolean> {
  return can(actor, 'user.seeResume', {
    ...subjectOf(person),
    teacherIds: actor.role === 'teacher' ? await teachersOf(db, person.id, actor.schoolId) : [],
  });
}

async function teachersOf(db: Database, substituteId: number, schoolId: number | null): Promise<number[]> {
  if (schoolId === null) return [];
  const covered = await teachersCoveredBy(db, [substituteId], schoolId);
  return [...(covered.get(substituteId) ?? []), ...(await teachersAskedBy(db, substituteId, schoolId))];
}
