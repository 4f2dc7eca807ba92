import { useEffect, useState, type ReactNode, Fragment, useId } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Vacancy } from '#contract/vacancies.ts';
import { AnsweredVacancy } from '#web/features/vacancies/card/answered-vacancy.tsx';
import { useAnsweredVacancies } from '#web/features/vacancies/card/use-answered-vacancies.ts';
import { Link } from '#web/navigation/link.tsx';
import { badgesQuery } from '#web/session/badges.ts';
import { dayOfCovers, few, type Section, sectionsOf } from '#web/screens/substitute/home/sections.ts';
import { AssignmentCard } from '#web/features/vacancies/assignment/assignment-card.tsx';
import { OpenCard } from '#web/features/vacancies/request/open-card.tsx';
import { useAsked } from '#web/features/vacancies/request/use-asked.tsx';
import { useAssignmentDialogs } from '#web/features/vacancies/assignment/use-assignment-dialogs.tsx';
import { SectionHeader } from '#web/ui/headers.tsx';
import { counted } from '#web/words/time.ts';
import { paths } from '#web/paths.ts';
import { part } from '#web/ui/part.tsx';

// Only a booking with a cover loads it, because on most mornings there is none.
const FreePeriods = part(() => import('#web/features/cover/free-periods.tsx'), 'FreePeriods');

type TodayCardsProps = {
  now: Date;
  /** Current assignments, requests, and open vacancies, each soonest first. */
  assignments: readonly Vacancy[];
  requests: readonly Vacancy[];
  open: readonly Vacancy[];
  /** The rest of the page. */
  children?: ReactNode;
};

/**
 * Shows the vacancies on Home, today's first: the substitute's assignments with place and time, or else open vacancies.
 */
export function TodayCards({ now, assignments, requests, open, children }: TodayCardsProps) {
  const { data: badges } = useQuery(badgesQuery);
  const { ask, dialog } = useAsked(open, now);
  const { openersOf, dialogs } = useAssignmentDialogs();
  // The covers stay in their place after a No, which can be undone.
  const [covers, keepCovers] = useState<'today' | 'later' | null>(null);
  const foundCovers = dayOfCovers(assignments, now);
  if (covers === null && foundCovers !== null) keepCovers(foundCovers);
  // Nothing is shown below today's covers before they are, for at most a second.
  const [isHeld, setHeld] = useState(foundCovers === 'today');
  useEffect(() => {
    const timer = setTimeout(setHeld, 1000, false);
    return () => clearTimeout(timer);
  }, []);
  const openCount = badges?.availableVacancies ?? 0;
  const toAssignments = { to: paths.substitute.myAssignments, words: 'My Assignments' };
  const links: Record<Section['kind'], { to: string; words: string }> = {
    next: toAssignments,
    waiting: toAssignments,
    requests: {
      to: `${paths.substitute.myAssignments}?tab=requested`,
      words: requests.length > few ? `All ${requests.length} requests` : 'My requests',
    },
    offers: {
      to: paths.substitute.availableVacancies,
      words: openCount > 1 ? `All ${counted(openCount, 'open vacancy', 'open vacancies')}` : 'Available Vacancies',
    },
  };
  const sections = sectionsOf({ now, assignments, requests, open });
  const cardsOf = (today: boolean) =>
    sections
      .filter(({ isToday }) => isToday === today)
      .map(({ kind, title, vacancies }) => (
        <CardSection key={`${kind} ${today}`} title={title} vacancies={vacancies} link={links[kind]}>
          {(vacancy) =>
            kind === 'offers' ? (
              <OpenCard vacancy={vacancy} now={now} acceptLabel="Request to Accept" onAccept={() => ask(vacancy)} />
            ) : (
              <AssignmentCard vacancy={vacancy} now={now} {...openersOf(vacancy)} />
            )
          }
        </CardSection>
      ));
  return (
    <>
      {/* The covers load after the cards, so they are below those of their day, which don't move under a finger. */}
      {cardsOf(true)}
      {covers === 'today' ? <FreePeriods onShown={() => setHeld(false)} /> : null}
      <div hidden={isHeld} className="contents">
        {cardsOf(false)}
        {covers === 'later' ? <FreePeriods /> : null}
        {children}
      </div>
      {dialog}
      {dialogs}
    </>
  );
}

type CardSectionProps = {
  title: string;
  vacancies: readonly Vacancy[];
  link: { to: string; words: string };
  /** One card, an `<li>`. */
  children: (vacancy: Vacancy) => ReactNode;
};

/**
 * Shows a few vacancies with a heading and a link to all of them. Renders nothing if there are none to show or undo.
 */
function CardSection({ title, vacancies, link, children }: CardSectionProps) {
  const id = useId();
  const { shown, keptOf, provide } = useAnsweredVacancies(vacancies);
  if (shown.length === 0) return null;
  return provide(
    <section aria-labelledby={id}>
      <SectionHeader
        id={id}
        title={title}
        link={
          <Link
            to={link.to}
            className="link inline-flex min-h-6 items-center text-right text-label pointer-coarse:min-h-touch"
          >
            {link.words}
          </Link>
        }
      />
      <ul aria-labelledby={id} className="grid gap-3">
        {shown.map((vacancy) => {
          const kept = keptOf(vacancy.id);
          return (
            <Fragment key={vacancy.id}>
              {kept === null ? children(vacancy) : <AnsweredVacancy vacancy={vacancy} kept={kept} />}
            </Fragment>
          );
        })}
      </ul>
    </section>,
  );
}
