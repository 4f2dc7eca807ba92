import type { exportOwnData } from '#contract/privacy.ts';
import { productName } from '#domain/product.ts';
import { audit } from '#server/db/audit.ts';
import { accountWithPassword } from '#server/features/accounts/commands.ts';
import { parts } from '#server/features/privacy/parts.ts';
import type { Exporter } from '#server/features/privacy/parts/part.ts';
import { bytesOfFile, bytesOfPlanFile, ownFiles, ownPlanFiles } from '#server/features/privacy/queries.ts';
import { countAttempt } from '#server/http/limits.ts';
import { wrongField } from '#server/core/refused.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';
import { currentSession } from '#server/http/session.ts';
import { jsonListOf } from '#server/core/json-list.ts';
import type { ZipEntry } from '#server/core/zip.ts';
import { sendZip } from '#server/http/zip.ts';

/** How many exports a person may start within an hour. Each reads all of their data. */
const mostPerHour = 10;

/**
 * Returns all data about the caller, streamed as a zip: JSON whose keys 'READ ME.txt' explains, the photo and the
 * resume. Requires the password, because an unlocked phone left on a desk must not hand out all of a person's records.
 * The export is logged.
 */
export async function exportEverything(call: Call<typeof exportOwnData>): ReplyTo<typeof exportOwnData> {
  const { db, actor, body, now } = call;
  const session = currentSession(call);
  await accountWithPassword(call, body.password, wrongField('password', "This isn't your password."));
  await countAttempt(db, { key: `export:${actor.id}`, most: mostPerHour, windowSeconds: 3600 }, now);
  await db.inTransaction((tx) =>
    audit(tx, call, { act: 'user.export', subject: ['user', actor.id], schoolId: actor.schoolId }),
  );
  return sendZip(call, 'data', entriesOf({ db, actor, sessionId: session.id }, now));
}

async function* entriesOf(exporter: Exporter, now: Date): AsyncGenerator<ZipEntry> {
  yield { name: 'READ ME.txt', chunks: [Buffer.from(explanation(now))] };
  for (const part of parts)
    yield { name: part.file, chunks: jsonListOf(part.pageSize, (after) => part.read(exporter, after)) };
  for (const { id, name } of await ownFiles(exporter.db, exporter.actor.id)) {
    const bytes = await bytesOfFile(exporter.db, id);
    if (bytes !== null) yield { name: `files/${name}`, chunks: [bytes] };
  }
  for (const { id, name } of await ownPlanFiles(exporter.db, exporter.actor.id)) {
    const bytes = await bytesOfPlanFile(exporter.db, id);
    if (bytes !== null) yield { name: `files/${name}`, chunks: [bytes] };
  }
}

/** Returns the archive's explanation, for the person who opens it. */
function explanation(now: Date): string {
  const described = parts.map(
    ({ file, about, keys }) =>
      `${file}\n  ${about}\n${Object.entries(keys)
        .map(([key, meaning]) => `    ${key}: ${meaning}`)
        .join('\n')}`,
  );
  return `Everything that ${productName} stores about you, as of ${now.toISOString()}.

Each .json file is a list. Times are UTC (ISO 8601); a vacancy's date and hours are in the school's time zone. The folder
files/ holds your photo, your resume and the files with your lesson plans, if you uploaded them. What others wrote or did is included only if you could read
it in the app. Your password, secret addresses and codes are not included. They are stored only as hashes, which can't be
turned back into the originals.

${described.join('\n\n')}
`;
}
