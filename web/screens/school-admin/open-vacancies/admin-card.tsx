import type { Vacancy } from '#contract/vacancies.ts';
import { adminActsNow } from '#web/features/office/admin-acts-now.ts';
import type { AdminOpeners } from '#web/features/office/use-admin-dialogs.tsx';
import { answerButtons, DetailsButton } from '#web/features/vacancies/answer/answer-buttons.tsx';
import { isConflict } from '#web/features/vacancies/move/conflict.ts';
import { ActFailure } from '#web/features/vacancies/move/conflict-line.tsx';
import { JobNote } from '#web/features/vacancies/card/job-note.tsx';
import { WhoAsks, WhoCovers } from '#web/features/vacancies/card/covering-person.tsx';
import { useConfirmByPhone } from '#web/features/vacancies/move/changes.ts';
import { usePauseOffers } from '#web/features/vacancies/move/pause-offers.ts';
import { useAnswer } from '#web/features/vacancies/answer/use-answer.ts';
import { CoveredBy, CoveredInsideBadge } from '#web/features/vacancies/card/covered-by.tsx';
import { isInWaves, offersInWords } from '#web/features/vacancies/card/offers-words.ts';
import { VacancyCard } from '#web/features/vacancies/card/vacancy-card.tsx';
import { hasEnded } from '#web/words/time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { MoreMenu } from '#web/ui/more-menu.tsx';
import { MenuItem } from '#web/ui/popover.tsx';

type AdminCardProps = {
  vacancy: Vacancy;
  now: Date;
  /** Refetches the list if the requesting substitute could not be loaded. */
  onRetry: () => void;
  open: AdminOpeners;
};

/** Shows a vacancy of the school with its admin's actions: assign, answer a request, release, correct, edit, delete. */
export function AdminCard({ vacancy, now, onRetry, open }: AdminCardProps) {
  const { status, description } = vacancy;
  const can = adminActsNow(vacancy, now);
  const answer = useAnswer(vacancy);
  const byPhone = useConfirmByPhone(vacancy);
  const pause = usePauseOffers(vacancy);
  const past = hasEnded(vacancy, now);
  const offers = past || vacancy.coveredBy ? null : offersInWords(vacancy, now);
  const isOpen = status === 'open' && !past;
  const more = moreOf({ ...vacancy, can }, isOpen);
  const acts: Record<MoreId, () => void> = {
    ...open,
    pause: () => pause.mutate(vacancy.offers?.isPaused !== true),
  };
  const actions = [
    ...answerButtons({ ...vacancy, can }, answer),
    isOpen && can.includes('assign') ? (
      <Button key="assign" variant="filled" aria-haspopup="dialog" onClick={open.assign}>
        Assign Substitute
      </Button>
    ) : null,
    can.includes('confirmByPhone') ? (
      <Button key="by-phone" pending={byPhone.isPending} onClick={() => byPhone.mutate()}>
        Confirmed by phone
      </Button>
    ) : null,
    can.includes('release') ? (
      <Button key="release" onClick={open.release}>
        Release substitute
      </Button>
    ) : null,
    can.includes('correct') ? (
      <Button key="correct" onClick={open.correct}>
        Correct who was there
      </Button>
    ) : null,
    more.length > 0 ? (
      <MoreMenu key="more" of={description}>
        {more.map(({ id, label }) => (
          <MenuItem key={id} onClick={acts[id]}>
            {label}
          </MenuItem>
        ))}
      </MoreMenu>
    ) : null,
  ].filter((action) => action !== null);
  return (
    <VacancyCard
      vacancy={vacancy}
      now={now}
      names={['teacher']}
      past={past}
      badges={
        <>
          {status === 'filled' && vacancy.confirmed === false ? <Badge tone="pending">Unconfirmed</Badge> : null}
          <CoveredInsideBadge coveredBy={vacancy.coveredBy} />
          {status === 'open' && vacancy.bookFirst && !vacancy.coveredBy ? <Badge>Books the first request</Badge> : null}
        </>
      }
      actions={actions.length === 0 || isConflict(answer.error) ? null : actions}
    >
      {offers === null ? null : <p className="text-label text-ink-2">{offers}</p>}
      {status === 'pending_approval' ? <WhoAsks vacancy={vacancy} now={now} onRetry={onRetry} /> : null}
      {status === 'filled' ? <WhoCovers vacancy={vacancy} /> : null}
      <CoveredBy coveredBy={vacancy.coveredBy} />
      {status !== 'filled' && past && !vacancy.coveredBy ? (
        <p className="text-label text-ink-2">This class was not covered.</p>
      ) : null}
      {can.includes('approve') ? <JobNote vacancy={vacancy} says="Your answer is for the whole job:" /> : null}
      <DetailsButton description={description} onDetails={open.details} />
      <ActFailure error={answer.error ?? byPhone.error ?? pause.error} />
    </VacancyCard>
  );
}

type MoreId = keyof AdminOpeners | 'pause';

/** Returns the actions of the menu, which are less frequent than those of the buttons next to it. */
function moreOf(vacancy: Vacancy, isOpen: boolean): { id: MoreId; label: string }[] {
  const { can, offers } = vacancy;
  const hasWaves = isInWaves(vacancy);
  const all: { id: MoreId; label: string; isOffered: boolean }[] = [
    { id: 'assign', label: 'Assign someone else', isOffered: !isOpen && can.includes('assign') },
    { id: 'offer', label: hasWaves ? 'Offer to everyone now' : 'Offer again', isOffered: can.includes('notify') },
    { id: 'offerTo', label: 'Offer to…', isOffered: can.includes('notify') },
    {
      id: 'pause',
      label: offers?.isPaused === true ? 'Resume offers' : 'Pause offers',
      isOffered: hasWaves && can.includes('notify'),
    },
    { id: 'message', label: 'Message substitutes', isOffered: can.includes('notify') },
    { id: 'edit', label: 'Edit', isOffered: can.includes('edit') },
    { id: 'split', label: 'Split', isOffered: can.includes('edit') },
    { id: 'delete', label: 'Delete', isOffered: can.includes('remove') },
  ];
  return all.filter(({ isOffered }) => isOffered);
}
