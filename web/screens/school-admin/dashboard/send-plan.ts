import { carryOutPlan, undoPlan } from '#contract/day-plan.ts';
import { undoSeconds } from '#domain/undo.ts';
import { useChanged } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { useAttempts } from '#web/api/use-attempts.ts';
import { useCommand } from '#web/api/use-command.ts';
import {
  askedWords,
  notSentWords,
  type PlanLine,
  type PlannedPerson,
  sentTogether,
  sentWords,
} from '#web/screens/school-admin/dashboard/fill-day-words.ts';
import { showToast } from '#web/ui/toast.ts';

type Ready = Omit<PlanLine, 'proposed'> & { substitute: PlannedPerson };
type Sending = { act: 'offer' | 'assign'; lines: readonly Ready[] };
type Sent = { vacancyId: number; substituteId: number };

type Handlers = {
  onClose: () => void;
  /** Some lines were sent and others weren't, so the dialog stays open. */
  onSent: (lines: readonly Sent[]) => void;
  onUndone: () => void;
};

/**
 * Sends the plan, and offers Undo for as long as no one has been notified. Single classes go together, each multi-day
 * job alone: a job that has changed doesn't hold back the rest. Closes the dialog once everything was sent.
 */
export function useSendPlan({ onClose, onSent, onUndone }: Handlers) {
  const changed = useChanged();
  const keyFor = useAttempts();
  const undo = (act: Sending['act'], vacancyIds: number[]) => {
    call(undoPlan, { body: { vacancyIds } }).then(
      () => {
        const assigned = act === 'assign' ? ' The classes are uncovered again.' : '';
        showToast({ title: 'Undone', text: `No one was notified.${assigned}` });
        onUndone();
        return changed('vacancies');
      },
      (error: unknown) => showToast({ title: 'Error', text: sentenceOf(error), destructive: true }),
    );
  };
  return useCommand({
    send: async ({ act, lines }: Sending) => {
      const sent: Sent[] = [];
      const problems: string[] = [];
      for (const part of sentTogether(lines)) {
        const body = { act, lines: part.map(bodyOf) };
        try {
          // One after another, so a retry after a lost connection repeats only the call that failed, with its key.
          await call(carryOutPlan, { body, idempotencyKey: keyFor(body) });
          sent.push(...body.lines);
        } catch (error) {
          const isStale = error instanceof ApiError && error.code === 'plan_stale';
          problems.push(...(isStale ? notSentWords(part, error.fields) : [sentenceOf(error)]));
          if (!isStale) break;
        }
      }
      return { sent, problems, title: sentWords(act, sent.length, lines.length - sent.length) };
    },
    onDone: ({ sent, problems }, { act }) => {
      if (sent.length > 0)
        showToast({
          title: sentWords(act, sent.length, 0),
          text: askedWords(act, sent.length),
          duration: undoSeconds.offered * 1000,
          action: {
            label: 'Undo',
            act: () =>
              undo(
                act,
                sent.map(({ vacancyId }) => vacancyId),
              ),
          },
        });
      if (problems.length === 0) onClose();
      else onSent(sent);
    },
    changes: ['vacancies'],
  });
}

function bodyOf({ vacancyId, version, others, substitute }: Ready) {
  return { vacancyId, substituteId: substitute.id, version, others };
}
