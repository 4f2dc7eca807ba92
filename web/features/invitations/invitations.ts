import type { Sent } from '#contract/endpoint.ts';
import {
  acceptInvitation,
  getInvitation,
  importUsers,
  inviteUser,
  joinWithInvitation,
  previewImport,
  renewInvitation,
} from '#contract/invitations.ts';
import type { User } from '#contract/person.ts';
import { decodedCsv } from '#domain/csv.ts';
import { useCommand } from '#web/api/use-command.ts';
import { call } from '#web/api/client.ts';
import { reading } from '#web/api/reading.ts';
import { ApiError } from '#web/api/errors.ts';
import { useAttempts } from '#web/api/use-attempts.ts';
import { problemsOf } from '#web/ui/problems.ts';

type InvitedRole = Sent<typeof importUsers>['body']['role'];

/** A file as read on this device. */
export type ReadTable = { name: string; csv: string };

/**
 * Reads a CSV file from any program and asks the server for a preview. A table that was already read is only previewed
 * again.
 */
export function usePreview(role: InvitedRole) {
  return useCommand({
    send: async (chosen: File | ReadTable) => {
      const table = chosen instanceof File ? await readTable(chosen) : chosen;
      const body = { role, csv: table.csv };
      // A file that is too large for the server isn't sent.
      const problem = problemsOf(previewImport.body, body, ['csv']).csv;
      if (problem !== undefined) throw new ApiError({ status: 400, message: problem });
      return { table, found: await call(previewImport, { body }) };
    },
  });
}

async function readTable(file: File): Promise<ReadTable> {
  return { name: file.name, csv: decodedCsv(new Uint8Array(await file.arrayBuffer())) };
}

/** Creates all accounts in a table, or none. Sending the same table again creates them only once. */
export function useImport(role: InvitedRole) {
  const attemptOf = useAttempts();
  return useCommand({
    send: ({ csv }: ReadTable) => call(importUsers, { body: { role, csv }, idempotencyKey: attemptOf({ role, csv }) }),
    changes: ['people', 'vacancies'],
    endsFirst: true,
  });
}

/** Creates one account and invites its owner. Sending the same again creates no second one. */
export function useInvitePerson() {
  const attemptOf = useAttempts();
  return useCommand({
    send: (body: Sent<typeof inviteUser>['body']) => call(inviteUser, { body, idempotencyKey: attemptOf(body) }),
    changes: ['people', 'vacancies'],
    endsFirst: true,
  });
}

/** Sends a new invitation, by email or as a slip. */
export function useRenewInvitation() {
  return useCommand({
    send: ({ person, onPaper }: { person: User; onPaper: boolean }) =>
      call(renewInvitation, { params: { id: person.id }, body: { onPaper } }),
    changes: ['people', 'vacancies'],
    endsFirst: true,
  });
}

/** Returns the account that a code is for. */
export function invitationQuery(code: string) {
  return reading(['invitation', code], getInvitation, { params: { code } });
}

/** Sets the account's first password and signs in. */
export function useAcceptInvitation(code: string) {
  return useCommand({
    send: (body: Sent<typeof acceptInvitation>['body']) => call(acceptInvitation, { params: { code }, body }),
  });
}

/** Adds the inviting school to the signed-in substitute's account. */
export function useJoinWithInvitation(code: string) {
  return useCommand({ send: () => call(joinWithInvitation, { params: { code } }) });
}

/** Returns the code in an invitation's address, or '' if there is none. */
export function codeIn(path: string): string {
  const code = path.split('/')[2] ?? '';
  try {
    return decodeURIComponent(code);
  } catch {
    return code;
  }
}
