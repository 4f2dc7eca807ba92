import { useQuery } from '@tanstack/react-query';
import type { Vacancy } from '#contract/vacancies.ts';
import { badgesQuery } from '#web/session/badges.ts';
import { CardSection } from '#web/screens/substitute/home/card-section.tsx';
import { isToday } from '#web/screens/substitute/home/today.ts';
import { AssignmentCard } from '#web/features/vacancies/assignment/assignment-card.tsx';
import { OpenCard } from '#web/features/vacancies/request/open-card.tsx';
import { useAsked } from '#web/features/vacancies/request/use-asked.tsx';
import { useAssignmentDialogs } from '#web/features/vacancies/assignment/use-assignment-dialogs.tsx';
import { counted } from '#web/words/time.ts';
import { paths } from '#web/paths.ts';

/** How many cards a section of Home shows; the rest is behind its link. */
const few = 3;

type TodayCardsProps = {
  now: Date;
  /** What they cover and is not over, what they have asked for, what is on offer: each soonest first. */
  assignments: readonly Vacancy[];
  requests: readonly Vacancy[];
  open: readonly Vacancy[];
};

/** What Home shows of vacancies. What waits for an answer comes first; then whoever teaches today has place and time, whoever is free what is open today. */
export function TodayCards({ now, assignments, requests, open }: TodayCardsProps) {
  const { data: badges } = useQuery(badgesQuery);
  const { ask, dialog } = useAsked(open, now);
  const { openersOf, dialogs } = useAssignmentDialogs();
  const [next, ...later] = assignments;
  const unanswered = later.filter((vacancy) => vacancy.can.includes('cannotCome')).slice(0, few);
  const openToday = open.filter((vacancy) => isToday(vacancy, now));
  const offersFirst = openToday.length > 0 && !(next && isToday(next, now));
  const offers = (
    <CardSection
      title={offersFirst ? 'Today, still open' : 'Soonest open vacancies'}
      vacancies={(offersFirst ? openToday : open).slice(0, few)}
      link={{
        to: paths.substitute.availableVacancies,
        words:
          (badges?.availableVacancies ?? 0) > 1
            ? `All ${counted(badges?.availableVacancies ?? 0, 'open vacancy', 'open vacancies')}`
            : 'Available Vacancies',
      }}
    >
      {(vacancy) => (
        <OpenCard vacancy={vacancy} now={now} acceptLabel="Request to Accept" onAccept={() => ask(vacancy)} />
      )}
    </CardSection>
  );
  const assignmentCard = (vacancy: Vacancy) => <AssignmentCard vacancy={vacancy} now={now} {...openersOf(vacancy)} />;
  const toAssignments = { to: paths.substitute.myAssignments, words: 'My Assignments' };
  const toRequests = {
    to: `${paths.substitute.myAssignments}?tab=requested`,
    words: requests.length > few ? `All ${requests.length} requests` : 'My requests',
  };
  return (
    <>
      <CardSection title="Waiting for your answer" vacancies={unanswered} link={toAssignments}>
        {assignmentCard}
      </CardSection>
      {offersFirst ? offers : null}
      <CardSection title="Next assignment" vacancies={next ? [next] : []} link={toAssignments}>
        {assignmentCard}
      </CardSection>
      <CardSection title="Open requests" vacancies={requests.slice(0, few)} link={toRequests}>
        {assignmentCard}
      </CardSection>
      {offersFirst ? null : offers}
      {dialog}
      {dialogs}
    </>
  );
}
