import { useInfiniteQuery } from '@tanstack/react-query';
import type { Vacancy } from '#contract/vacancies.ts';
import { useSession } from '#web/features/session.ts';
import { vacanciesQuery } from '#web/features/vacancies/queries.ts';
import { RequestDialog } from '#web/features/vacancies/request-dialog.tsx';
import { OpenCard } from '#web/features/vacancies/substitute-cards.tsx';
import { useNow } from '#web/features/vacancies/use-now.ts';
import { rowsOf, VacancyList } from '#web/features/vacancies/vacancy-list.tsx';
import { useLayer } from '#web/navigation/use-param.ts';
import { PageHeader } from '#web/ui/headers.tsx';
import * as icons from '#web/ui/icons.ts';
import { EmptyState } from '#web/ui/page-state.tsx';

/** Open vacancies at the substitute's schools, soonest first. The dialog of one is an address: `?request=ID`. */
export function AvailableVacancies() {
  const user = useSession();
  const now = useNow();
  const open = useInfiniteQuery(vacanciesQuery({ status: 'open', upcoming: true }));
  const vacancies = rowsOf(open.data);
  const dialog = useLayer('request');
  const asked = idOf(dialog.open);
  return (
    <>
      <PageHeader title="Available Vacancies">{open.data ? inOneLine(vacancies.length, open.hasNextPage, user.schools.length) : 'Soonest first'}</PageHeader>
      <VacancyList
        query={open}
        label="Available vacancies"
        sort={soonestAndUrgentFirst}
        empty={
          <EmptyState icon={icons.search} title="No vacancies available">
            {whyEmpty(user)}
          </EmptyState>
        }
      >
        {(vacancy) => <OpenCard vacancy={vacancy} now={now} acceptLabel="Request to Accept" onAccept={() => dialog.show(String(vacancy.id))} />}
      </VacancyList>
      {asked === null ? null : (
        <RequestDialog key={asked} id={asked} known={vacancies.find((vacancy) => vacancy.id === asked)} userId={user.id} now={now} onClose={dialog.close} />
      )}
    </>
  );
}

/** The vacancy that the address names; null where it names none. */
function idOf(text: string | null): number | null {
  return text !== null && /^[1-9][0-9]{0,14}$/.test(text) ? Number(text) : null;
}

/** By date; within a day the urgent ones first, then by start. */
function soonestAndUrgentFirst(vacancies: readonly Vacancy[]): readonly Vacancy[] {
  const keyOf = (vacancy: Vacancy) => `${vacancy.date} ${vacancy.isUrgent ? 0 : 1} ${vacancy.startTime}`;
  return vacancies.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)) || one.id - other.id);
}

function inOneLine(count: number, more: boolean, schools: number): string {
  const where = schools === 1 ? 'your school' : `your ${schools} schools`;
  return count === 0 ? 'Soonest first' : `${count}${more ? '+' : ''} open at ${where}, soonest first`;
}

function whyEmpty({ isApproved, schools }: ReturnType<typeof useSession>): string {
  if (!isApproved) return 'You see vacancies as soon as a school administrator has approved you.';
  if (schools.length === 0) return 'You have not chosen a school yet. Vacancies of the schools you choose stand here.';
  return 'Nothing is open at your schools right now. You hear of new vacancies as they are posted.';
}
