import type { Vacancy } from '#contract/vacancies.ts';
import { localDate } from '#domain/time.ts';
import { answerButtons, DetailsButton } from '#web/features/vacancies/answer/answer-buttons.tsx';
import { isConflict } from '#web/features/vacancies/move/conflict.ts';
import { ActFailure } from '#web/features/vacancies/move/conflict-line.tsx';
import { JobNote } from '#web/features/vacancies/card/job-note.tsx';
import { WhoAsks, WhoCovers } from '#web/features/vacancies/card/covering-person.tsx';
import { useAnswer } from '#web/features/vacancies/answer/use-answer.ts';
import { CoveredBy, CoveredInsideBadge } from '#web/features/vacancies/card/covered-by.tsx';
import { actsNow } from '#web/features/vacancies/card/acts-now.ts';
import { offersInWords } from '#web/features/vacancies/card/offers-words.ts';
import { VacancyCard } from '#web/features/vacancies/card/vacancy-card.tsx';
import { hasEnded } from '#web/words/time.ts';
import { usePauseOffers } from '#web/features/vacancies/move/pause-offers.ts';
import type { TeacherOpeners } from '#web/screens/teacher/my-vacancies/use-teacher-dialogs.tsx';
import { OffersMenu } from '#web/screens/teacher/my-vacancies/offers-menu.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dotted } from '#web/ui/dotted.tsx';
import * as icons from '#web/ui/icons.ts';
import { part } from '#web/ui/part.tsx';

const FeedbackOnCard = part(() => import('#web/features/vacancies/feedback/feedback-on-card.tsx'), 'FeedbackOnCard');

type TeacherCardProps = {
  vacancy: Vacancy;
  now: Date;
  /** Refetches the list if the requesting substitute could not be loaded. */
  onRetry: () => void;
  open: TeacherOpeners;
};

/** Shows a teacher's own vacancy with its actions: answer a request, message substitutes, edit, release. */
export function TeacherCard({ vacancy, now, onRetry, open }: TeacherCardProps) {
  const can = actsNow(vacancy, now);
  const answer = useAnswer(vacancy);
  const pause = usePauseOffers(vacancy);
  const past = hasEnded(vacancy, now);
  const offers = past || vacancy.coveredBy ? null : offersInWords(vacancy, now);
  const isToday = vacancy.date === localDate(now, vacancy.timeZone);
  const actions = [
    ...answerButtons({ ...vacancy, can }, answer),
    can.includes('notify') ? (
      <Button key="message" icon={icons.mail} onClick={open.message}>
        Message substitutes
      </Button>
    ) : null,
    can.includes('edit') || can.includes('annotate') ? (
      <Button
        key="edit"
        variant={can.includes('edit') || can.includes('release') ? 'outlined' : 'plain'}
        icon={icons.edit}
        onClick={open.edit}
      >
        Edit
      </Button>
    ) : null,
    can.includes('notify') ? (
      <OffersMenu key="offers" vacancy={vacancy} pause={pause} onOffer={open.offer} onOfferTo={open.offerTo} />
    ) : null,
    can.includes('release') ? (
      <Button key="release" variant="plain" onClick={open.release}>
        Release substitute
      </Button>
    ) : null,
  ].filter((action) => action !== null);
  return (
    <VacancyCard
      vacancy={vacancy}
      now={now}
      past={past}
      badges={
        <>
          <CoveredInsideBadge coveredBy={vacancy.coveredBy} />
          {vacancy.bookFirst && vacancy.status === 'open' && !vacancy.coveredBy ? (
            <Badge>Books the first request</Badge>
          ) : null}
        </>
      }
      actions={actions.length === 0 || isConflict(answer.error) ? null : actions}
    >
      {offers === null ? null : (
        <p className="text-label text-ink-2">
          <Dotted text={offers} />
        </p>
      )}
      {vacancy.status === 'pending_approval' ? <WhoAsks vacancy={vacancy} now={now} onRetry={onRetry} /> : null}
      {vacancy.status === 'filled' ? <WhoCovers vacancy={vacancy} /> : null}
      <CoveredBy coveredBy={vacancy.coveredBy} />
      {vacancy.status === 'pending_approval' && can.includes('approve') && isToday ? (
        <p className="text-meta text-ink-3">The front office was notified, too, and can answer for you.</p>
      ) : null}
      {vacancy.status !== 'filled' && past && !vacancy.coveredBy ? (
        <p className="text-label text-ink-2">This class was not covered.</p>
      ) : null}
      {vacancy.status === 'filled' && past ? <FeedbackOnCard vacancy={vacancy} reader="teacher" /> : null}
      {can.includes('approve') ? <JobNote vacancy={vacancy} says="Your answer is for the whole job:" /> : null}
      <DetailsButton description={vacancy.description} onDetails={open.details} />
      <ActFailure error={answer.error ?? pause.error} />
    </VacancyCard>
  );
}
