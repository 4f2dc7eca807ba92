import { sql, type Tx } from '#server/db/database.ts';
import type { CheckedFile } from '#server/security/uploads.ts';

/** Stores a person's photo or resume and deletes the previous one. */
export async function keepFile(
  tx: Tx,
  ownerId: number,
  kind: 'photo' | 'resume',
  file: CheckedFile,
  now: Date,
): Promise<void> {
  await forgetFile(tx, ownerId, kind);
  const kept = sql`insert into files (owner_id, kind, name, content_type, bytes, created_at)
    values (${ownerId}, ${kind}, ${file.name}, ${file.contentType}, ${file.bytes}, ${now}) returning id`;
  if (kind === 'photo')
    await tx.execute(sql`with kept as (${kept}) update users set profile_image_file_id = kept.id from kept
      where users.id = ${ownerId}`);
  else
    await tx.execute(sql`with kept as (${kept}) update users set resume_file_id = kept.id from kept
      where users.id = ${ownerId}`);
}

/** Deletes a person's photo or resume, if any. The foreign key clears the reference in the person's row. */
export async function forgetFile(tx: Tx, ownerId: number, kind: 'photo' | 'resume'): Promise<void> {
  await tx.execute(sql`delete from files where owner_id = ${ownerId} and kind = ${kind}`);
}
