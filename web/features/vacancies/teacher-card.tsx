import { lazy, Suspense, useState } from 'react';
import type { Vacancy } from '#contract/vacancies.ts';
import { formatDate } from '#domain/time.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { useApproveRequest, useRejectRequest, useRelease } from '#web/features/vacancies/changes.ts';
import { isConflict } from '#web/features/vacancies/conflict.ts';
import { ActFailure } from '#web/features/vacancies/conflict-line.tsx';
import { WhoAsks, WhoCovers } from '#web/features/vacancies/covering-person.tsx';
import { ReasonDialog } from '#web/features/vacancies/reason-dialog.tsx';
import { VacancyCard } from '#web/features/vacancies/vacancy-card.tsx';
import { hasEnded } from '#web/features/vacancies/words.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import * as icons from '#web/ui/icons.ts';

const EditDialog = lazy(async () => ({ default: (await import('#web/features/vacancies/edit-dialog.tsx')).EditDialog }));

type TeacherCardProps = {
  vacancy: Vacancy;
  now: Date;
  /** Fetches the list again, where who asks could not be loaded. */
  onRetry: () => void;
  /** Opens the details with the history. */
  onDetails: () => void;
  /** Opens a message to substitutes about it. */
  onMessage: () => void;
};

/** A teacher's own vacancy with what they can do about it: answer a request, write to substitutes, edit, release who covers. */
export function TeacherCard({ vacancy, now, onRetry, onDetails, onMessage }: TeacherCardProps) {
  const { can } = vacancy;
  const [dialog, setDialog] = useState<'edit' | 'release' | null>(null);
  const close = () => setDialog(null);
  const approve = useApproveRequest(vacancy);
  const reject = useRejectRequest(vacancy);
  const name = vacancy.substitute?.fullName ?? 'The substitute';
  const release = useRelease(vacancy, { title: 'Substitute released', text: `${vacancy.description} is open again. ${name} is told why.` }, close);
  const failure = reject.error ?? approve.error;
  const answering = approve.isPending || reject.isPending;
  const act = (answer: typeof approve, other: typeof reject) => {
    if (answering) return;
    other.reset();
    answer.mutate();
  };
  const past = hasEnded(vacancy, now);
  const actions = [
    can.includes('approve') ? (
      <Button key="approve" variant="filled" icon={icons.check} disabled={vacancy.requester === null} pending={approve.isPending} onClick={() => act(approve, reject)}>
        Approve
      </Button>
    ) : null,
    can.includes('reject') ? (
      <Button key="reject" pending={reject.isPending} onClick={() => act(reject, approve)}>
        Reject
      </Button>
    ) : null,
    can.includes('notify') ? (
      <Button key="message" icon={icons.mail} onClick={onMessage}>
        Message substitutes
      </Button>
    ) : null,
    can.includes('release') ? (
      <Button key="release" onClick={() => setDialog('release')}>
        Release substitute
      </Button>
    ) : null,
    can.includes('edit') || can.includes('annotate') ? (
      <Button key="edit" variant={can.includes('edit') ? 'outlined' : 'plain'} icon={icons.edit} onClick={() => setDialog('edit')}>
        Edit
      </Button>
    ) : null,
  ].filter((action) => action !== null);
  return (
    <>
      <VacancyCard
        vacancy={vacancy}
        now={now}
        past={past}
        badges={vacancy.bookFirst && vacancy.status === 'open' ? <Badge>Books the first who asks</Badge> : null}
        actions={actions.length === 0 || isConflict(failure) ? null : actions}
      >
        {vacancy.status === 'pending_approval' ? <WhoAsks vacancy={vacancy} now={now} onRetry={onRetry} /> : null}
        {vacancy.status === 'filled' ? <WhoCovers vacancy={vacancy} /> : null}
        <button type="button" onClick={onDetails} className="link min-h-6 justify-self-start text-meta font-medium pointer-coarse:min-h-touch">
          Details and history<span className="sr-only"> of {vacancy.description}</span>
        </button>
        <ActFailure error={failure} />
      </VacancyCard>
      <ReasonDialog
        open={dialog === 'release'}
        onClose={close}
        onGive={(reason) => release.mutate(reason)}
        title={`Release ${name}?`}
        label="Why"
        confirmLabel="Release substitute"
        pending={release.isPending}
        pendingText="Releasing..."
        error={release.error === null ? undefined : sentenceOf(release.error)}
      >
        {vacancy.description} on {formatDate(vacancy.date)} opens again. {name} and your school's administrators read the reason.
      </ReasonDialog>
      {dialog === 'edit' ? (
        <Suspense>
          <EditDialog vacancy={vacancy} now={now} onClose={close} />
        </Suspense>
      ) : null}
    </>
  );
}
