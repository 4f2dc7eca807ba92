import type { ReplyOf } from '#contract/endpoint.ts';
import { getLegal, putLegal, resetLegal } from '#contract/legal.ts';
import { type LegalKind, legalNames } from '#domain/legal.ts';
import { call } from '#web/api/client.ts';
import { reading } from '#web/api/reading.ts';
import { useCommand } from '#web/api/use-command.ts';

/** A text that applies to its reader. */
export type Legal = ReplyOf<typeof getLegal>;

/** Returns the text that applies at this school. Null means the reader's own school, or the platform. */
export function legalQuery(kind: LegalKind, schoolId: number | null) {
  return reading(['legal', kind, schoolId], getLegal, {
    query: { kind, ...(schoolId === null ? {} : { schoolId: String(schoolId) }) },
  });
}

/** Replaces the caller's own text, or removes it with null. `version` is the one that the caller read. */
export function useChangeLegal(kind: LegalKind) {
  return useCommand({
    send: ({ text, version }: { text: string | null; version: number | undefined }) =>
      text === null
        ? call(resetLegal, { query: { kind, ...(version === undefined ? {} : { version: String(version) }) } })
        : call(putLegal, { body: { kind, text, version } }),
    toast: (_, { text }) => ({
      title: text === null ? 'Standard text restored' : 'Text saved',
      text: `It now appears under “${legalNames[kind]}”.`,
    }),
    changes: ['legal'],
    // Someone else may have changed the text.
    refetchesAnyway: true,
  });
}
