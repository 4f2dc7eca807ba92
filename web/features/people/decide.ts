import { useMutation } from '@tanstack/react-query';
import { undoApproval } from '#contract/undo-approval.ts';
import type { User } from '#contract/person.ts';
import { updateUser } from '#contract/users.ts';
import { useChanged } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { showToast } from '#web/ui/toast.ts';

/** A decision on an account. */
export type Verdict = 'approve' | 'reject';

type Decision = { person: User; verdict: Verdict; canUndo?: boolean };

const nouns: Record<User['role'], string> = {
  teacher: 'Teacher',
  substitute: 'Substitute',
  school_admin: 'School administrator',
  overall_admin: 'Platform owner',
};
const done: Record<Verdict, string> = { approve: 'approved', reject: 'rejected' };

/** Rejecting a school admin also closes the account, and approving reopens it. */
function decide({ person, verdict, canUndo = false }: Decision): Promise<User> {
  const isApproved = verdict === 'approve';
  return call(updateUser, {
    params: { id: person.id },
    body: {
      isApproved,
      ...(person.role === 'school_admin' ? { isActive: isApproved } : {}),
      ...(canUndo && { canUndo }),
    },
  });
}

/** Approves or rejects an account. The server knows what this means for each role. A toast shows the result. */
export function useDecide() {
  const changed = useChanged();
  return useMutation({
    mutationFn: decide,
    onSuccess: (_, { person, verdict }) => {
      showToast({ title: `${nouns[person.role]} ${done[verdict]}`, text: sentenceAfter(person, verdict) });
      return changed('people', 'vacancies');
    },
    onError: (_, { person, verdict }) => {
      showToast({
        title: 'Error',
        text: `Failed to ${verdict} ${nouns[person.role].toLowerCase()}. Please try again.`,
        destructive: true,
      });
    },
  });
}

/** Undoes an approval that was made with `canUndo`. */
export function useUndoApproval() {
  const changed = useChanged();
  return async (person: User) => {
    await call(undoApproval, { params: { id: person.id } });
    await changed('people', 'vacancies');
  };
}

/** The results of several decisions: which ones failed, and why. */
export type Outcome = { decided: number; failed: { person: User; sentence: string }[] };

/** The number of parallel calls. */
const atOnce = 4;

/** Decides on several accounts of one role, independently of each other. The toast says how many succeeded. */
export function useDecideSeveral() {
  const changed = useChanged();
  return useMutation({
    mutationFn: async ({ people, verdict }: { people: readonly User[]; verdict: Verdict }): Promise<Outcome> => {
      const outcome: Outcome = { decided: 0, failed: [] };
      const waiting = [...people];
      const work = async () => {
        for (let person = waiting.shift(); person !== undefined; person = waiting.shift()) {
          try {
            await decide({ person, verdict });
            outcome.decided += 1;
          } catch (error) {
            outcome.failed.push({ person, sentence: sentenceOf(error) });
          }
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      return outcome;
    },
    onSuccess: ({ decided, failed }, { people, verdict }) => {
      const role = people[0]?.role ?? 'substitute';
      const noun = (count: number) => `${nouns[role].toLowerCase()}${count === 1 ? '' : 's'}`;
      if (failed.length === 0) {
        showToast({
          title: `${nouns[role]}${decided === 1 ? '' : 's'} ${done[verdict]}`,
          text: `${decided} ${noun(decided)}. We’ll notify each of them.`,
        });
      } else {
        showToast({
          title: 'Error',
          text: `${decided} of ${people.length} ${noun(people.length)} ${done[verdict]}; ${failed.length} could not be ${done[verdict]}.`,
          destructive: true,
        });
      }
      return changed('people', 'vacancies');
    },
  });
}

function sentenceAfter({ fullName, role }: User, verdict: Verdict): string {
  if (verdict === 'approve') return `${fullName} can start. We’ll notify them.`;
  return role === 'school_admin' ? `${fullName} can no longer sign in.` : `${fullName} is no longer on the list.`;
}
