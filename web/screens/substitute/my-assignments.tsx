import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import type { Vacancy } from '#contract/vacancies.ts';
import { localDate } from '#domain/time.ts';
import { vacanciesQuery, type VacancyPages } from '#web/features/vacancies/queries.ts';
import { AssignmentCard } from '#web/features/vacancies/substitute-cards.tsx';
import { useNow } from '#web/features/vacancies/use-now.ts';
import { rowsOf, VacancyList } from '#web/features/vacancies/vacancy-list.tsx';
import { Link } from '#web/navigation/link.tsx';
import { paths } from '#web/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { PageHeader, SectionHeader } from '#web/ui/headers.tsx';
import * as icons from '#web/ui/icons.ts';
import { EmptyState } from '#web/ui/page-state.tsx';

/** The zone in which a day begins first: no school is further on. */
const earliestZone = 'Pacific/Kiritimati';

/** What the substitute covers, has asked for, and has covered. */
export function MyAssignments() {
  const now = useNow();
  const upcoming = useInfiniteQuery(vacanciesQuery({ mine: true, status: 'filled', upcoming: true }));
  const requested = useInfiniteQuery(vacanciesQuery({ mine: true, status: 'pending_approval', upcoming: true }));
  const past = useInfiniteQuery(vacanciesQuery({ mine: true, status: 'filled', to: localDate(now, earliestZone), order: 'latest' }));
  // Each school has its own date: what one of them still calls today is not past.
  const beforeToday = (vacancies: readonly Vacancy[]) => vacancies.filter((vacancy) => vacancy.date < localDate(now, vacancy.timeZone));
  const isAnythingThere = [upcoming, requested, past].some((query) => query.isPending || query.isError || rowsOf(query.data).length > 0);
  return (
    <>
      <PageHeader title="My Assignments & Requests">Where you teach, and what you have asked for.</PageHeader>
      {isAnythingThere ? (
        <div className="grid gap-8">
          <Section title="Upcoming" query={upcoming} now={now} />
          <Section title="Requested" query={requested} now={now} />
          <Section title="Past" query={past} now={now} narrow={beforeToday} />
        </div>
      ) : (
        <EmptyState
          icon={icons.calendar}
          title="No assignments yet"
          action={
            <Link to={paths.substitute.availableVacancies} className={buttonClass()}>
              Available Vacancies
            </Link>
          }
        >
          Ask for a vacancy, and it stands here with the teacher's answer.
        </EmptyState>
      )}
    </>
  );
}

type SectionProps = {
  title: string;
  query: UseInfiniteQueryResult<VacancyPages>;
  now: Date;
  narrow?: (vacancies: readonly Vacancy[]) => readonly Vacancy[];
};

/** One group of cards; absent while it holds nothing. */
function Section({ title, query, now, narrow = (all) => all }: SectionProps) {
  const id = `section-${title.toLowerCase()}`;
  const count = narrow(rowsOf(query.data)).length;
  if (query.data && count === 0) return null;
  return (
    <section aria-label={title}>
      <SectionHeader id={id} title={title} count={count === 0 ? undefined : count} />
      <VacancyList query={query} label={title} labelledBy={id} sort={narrow} empty={null}>
        {(vacancy) => <AssignmentCard vacancy={vacancy} now={now} />}
      </VacancyList>
    </section>
  );
}
