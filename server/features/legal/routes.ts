import { getLegal, putLegal, resetLegal } from '#contract/legal.ts';
import { textChange } from '#domain/audit-changes.ts';
import { type LegalKind, standardLegal, standardLegalDate } from '#domain/legal.ts';
import { type Actor, can } from '#domain/permissions.ts';
import { audit } from '#server/db/audit.ts';
import type { Tx } from '#server/db/database.ts';
import { activeSchool } from '#server/features/accounts/queries.ts';
import { legalTextFor, noText } from '#server/features/legal/queries.ts';
import { forgetLegalText, keepLegalText } from '#server/features/legal/writes.ts';
import { notAllowed } from '#server/core/refused.ts';
import { type Call, type Route, route, type ReplyTo } from '#server/http/route.ts';

/** The privacy text and the terms, which schools and the platform can replace with their own. */
export const legalRoutes: Route[] = [
  route(getLegal, showText),
  route(putLegal, (call) =>
    change(call, call.body.kind, call.body.text, (tx, schoolId) => keepLegalText(tx, schoolId, call.body, call.now)),
  ),
  route(resetLegal, (call) =>
    change(call, call.query.kind, null, (tx, schoolId) => forgetLegalText(tx, schoolId, call.query)),
  ),
];

async function showText({ db, session, query: { kind, schoolId } }: Call<typeof getLegal>): ReplyTo<typeof getLegal> {
  const own = (session?.user.schools ?? []).map(({ id, name }) => ({ id, name }));
  const school =
    schoolId === undefined
      ? (own[0] ?? null)
      : (own.find(({ id }) => id === schoolId) ?? (await activeSchool(db, schoolId)));
  const found = await legalTextFor(db, kind, school?.id ?? null);
  const schools = own.length > 1 ? own : [];
  const whose = session === null ? null : writes(session.actor);
  const mayWrite = session !== null && can(session.actor, 'legal.edit', { schoolId: whose });
  return {
    kind,
    from: found === null ? 'product' : found.schoolId === null ? 'platform' : 'school',
    school,
    text: found?.body ?? standardLegal[kind],
    changedOn: found?.changedOn ?? standardLegalDate,
    ...(mayWrite && { version: found?.schoolId === whose ? found.version : noText }),
    schools,
  };
}

/** Returns the school whose text the caller may edit; null means the platform. */
const writes = ({ role, schoolId }: Actor): number | null => (role === 'overall_admin' ? null : schoolId);

type Writing = Call<typeof putLegal> | Call<typeof resetLegal>;

/**
 * Changes the text of the caller's school or platform, or removes it with null. Without a change, nothing is logged.
 */
async function change(
  call: Writing,
  kind: LegalKind,
  text: string | null,
  write: (tx: Tx, schoolId: number | null) => Promise<{ body: string | null } | null>,
): Promise<void> {
  const schoolId = writes(call.actor);
  if (!can(call.actor, 'legal.edit', { schoolId })) throw notAllowed();
  await call.db.inTransaction(async (tx) => {
    const replaced = await write(tx, schoolId);
    if (replaced === null) return;
    await audit(tx, call, {
      act: text === null ? 'legal.reset' : 'legal.change',
      subject: [schoolId === null ? 'platform' : 'school', schoolId],
      schoolId,
      detail: { kind },
      changes: [textChange('text', replaced.body, text)],
    });
  });
}
