import { flushSync } from 'react-dom';
import { undoApproval } from '#contract/undo-approval.ts';
import type { User } from '#contract/person.ts';
import { updateUser } from '#contract/users.ts';
import { undoSeconds } from '#domain/undo.ts';
import { call } from '#web/api/client.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { useCommand } from '#web/api/use-command.ts';
import { showToast, type ToastInput } from '#web/ui/toast.ts';
import type { AnsweredRows } from '#web/ui/use-answered-rows.tsx';

/** A decision on an account. */
export type Verdict = 'approve' | 'reject';

type Decision = { person: User; verdict: Verdict };

const nouns: Record<User['role'], string> = {
  teacher: 'Teacher',
  substitute: 'Substitute',
  school_admin: 'School administrator',
  overall_admin: 'Platform owner',
};
const done: Record<Verdict, string> = { approve: 'approved', reject: 'rejected' };

/** Rejecting a school admin also closes the account, and approving reopens it. */
function decide({ person, verdict }: Decision): Promise<User> {
  const isApproved = verdict === 'approve';
  return call(updateUser, {
    params: { id: person.id },
    body: {
      isApproved,
      ...(person.role === 'school_admin' ? { isActive: isApproved } : {}),
      // Rejecting asks first.
      ...(isApproved && { canUndo: true }),
    },
  });
}

/**
 * Approves or rejects an account. The server knows what this means for each role. A toast shows the result, and offers
 * Undo where no row does.
 */
function useDecide() {
  const takeBack = useUndoApproval();
  return useCommand({
    send: ({ person, verdict }: Decision & { isInList: boolean }) => decide({ person, verdict }),
    toast: (_, { person, verdict, isInList }) => ({
      title: `${nouns[person.role]} ${done[verdict]}`,
      text: sentenceAfter(person, verdict),
      ...(verdict === 'approve' && !isInList && undoByToast('Undo', () => void takeBack(person).catch(showFailedUndo))),
    }),
    changes: ['people', 'vacancies'],
    failed: (_, { person, verdict }) => ({
      title: 'Error',
      text: `Failed to ${verdict} ${nouns[person.role].toLowerCase()}. Please try again.`,
    }),
  });
}

/** Undoes an approval while its person has not been notified. The toast replaces the one about the approval. */
function useUndoApproval() {
  const { mutateAsync } = useCommand({
    send: (person: User) => call(undoApproval, { params: { id: person.id } }),
    toast: (_, person) => undone([person]),
    changes: ['people', 'vacancies'],
  });
  return mutateAsync;
}

function undone([first, ...others]: readonly User[]): ToastInput {
  const who = first && others.length === 0 ? `${first.fullName} is waiting` : `${others.length + 1} people are waiting`;
  return { title: 'Undone', text: `${who} for approval again. No one was notified.` };
}

const undoByToast = (label: string, act: () => void) => ({
  duration: undoSeconds.offered * 1000,
  action: { label, act },
});

function showFailedUndo(error: unknown): void {
  showToast({ title: 'Error', text: sentenceOf(error), destructive: true });
}

/**
 * Decides about a person whose row, if a list has one, stays in its place with Undo for an approval. `close` closes the
 * dialog or menu, and `fail` runs instead if the decision failed.
 */
export function useDecideInPlace(list: AnsweredRows | null, close?: () => void, fail?: () => void) {
  const decision = useDecide();
  const takeBack = useUndoApproval();
  const press = (person: User, verdict: Verdict) => {
    if (decision.isPending) return;
    const isInList = list?.hold(person.id) ?? false;
    decision.mutate(
      { person, verdict, isInList },
      {
        onSuccess: () => {
          // The row can take the focus only once the page behind a dialog is no longer inert.
          if (close) flushSync(close);
          list?.answer(
            person.id,
            verdict === 'approve' ? { outcome: 'Approved', undo: () => takeBack(person) } : { outcome: 'Rejected' },
          );
        },
        onError: () => {
          fail?.();
          list?.drop(person.id);
        },
      },
    );
  };
  return { press, running: decision.isPending ? decision.variables.verdict : null, error: decision.error };
}

/** Undoes several approvals. One toast at the end says how many, or that some of them failed. */
function useUndoSeveral() {
  const { mutateAsync } = useCommand({
    send: async (people: readonly User[]): Promise<{ taken: User[]; errors: unknown[] }> => {
      const outcome: { taken: User[]; errors: unknown[] } = { taken: [], errors: [] };
      for (const person of people) {
        try {
          await call(undoApproval, { params: { id: person.id } });
          outcome.taken.push(person);
        } catch (error) {
          outcome.errors.push(error);
        }
      }
      return outcome;
    },
    toast: ({ taken, errors }, { length }) => {
      if (errors.length === 0) return undone(taken);
      const count = length === 1 ? '' : `${errors.length} of ${length} approvals could not be undone. `;
      return { title: 'Error', text: `${count}${sentenceOf(errors[0])}`, destructive: true };
    },
    changes: ['people', 'vacancies'],
  });
  return mutateAsync;
}

/** The results of several decisions: which ones failed, and why. */
type Outcome = { decided: User[]; failed: { person: User; sentence: string }[] };

/** The number of parallel calls. */
const atOnce = 4;

/**
 * Decides on several accounts of one role, independently of each other. Their rows stay in place, each with its
 * outcome. The toast says how many succeeded, and undoes all approvals.
 */
export function useDecideSeveral(list: AnsweredRows | null) {
  const takeBack = useUndoApproval();
  const takeAllBack = useUndoSeveral();
  const undoAll = async (people: readonly User[]) => {
    const { taken } = await takeAllBack(people);
    for (const person of taken) list?.drop(person.id);
  };
  return useCommand({
    before: ({ people }) => people.forEach(({ id }) => list?.hold(id)),
    send: async ({ people, verdict }: { people: readonly User[]; verdict: Verdict }): Promise<Outcome> => {
      const outcome: Outcome = { decided: [], failed: [] };
      const waiting = [...people];
      const work = async () => {
        for (let person = waiting.shift(); person !== undefined; person = waiting.shift()) {
          try {
            await decide({ person, verdict });
            outcome.decided.push(person);
          } catch (error) {
            outcome.failed.push({ person, sentence: sentenceOf(error) });
          }
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      return outcome;
    },
    onDone: ({ decided, failed }, { people, verdict }) => {
      const first = people.find((person) => decided.includes(person));
      const isApproved = verdict === 'approve';
      for (const person of decided)
        list?.answer(person.id, {
          outcome: isApproved ? 'Approved' : 'Rejected',
          isQuiet: person !== first,
          ...(isApproved && { undo: () => takeBack(person) }),
        });
      for (const { person } of failed) list?.drop(person.id);
      showOutcome({ decided: decided.length, of: people, verdict }, () => void undoAll(decided));
    },
    changes: ['people', 'vacancies'],
  });
}

type Counted = { decided: number; of: readonly User[]; verdict: Verdict };

function showOutcome({ decided, of, verdict }: Counted, undoAll: () => void): void {
  const role = of[0]?.role ?? 'substitute';
  const noun = (count: number) => `${nouns[role].toLowerCase()}${count === 1 ? '' : 's'}`;
  const undo = verdict === 'approve' && decided > 0 ? undoByToast(decided === 1 ? 'Undo' : 'Undo all', undoAll) : {};
  if (decided === of.length) {
    showToast({
      title: `${nouns[role]}${decided === 1 ? '' : 's'} ${done[verdict]}`,
      text: `${decided} ${noun(decided)}. We’ll notify each of them.`,
      ...undo,
    });
    return;
  }
  showToast({
    title: 'Error',
    text: `${decided} of ${of.length} ${noun(of.length)} ${done[verdict]}; ${of.length - decided} could not be ${done[verdict]}.`,
    destructive: true,
    ...undo,
  });
}

function sentenceAfter({ fullName, role }: User, verdict: Verdict): string {
  if (verdict === 'approve') return `${fullName} can start. We’ll notify them.`;
  return role === 'school_admin' ? `${fullName} can no longer sign in.` : `${fullName} is no longer on the list.`;
}
