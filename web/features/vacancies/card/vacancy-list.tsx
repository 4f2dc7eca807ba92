import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Fragment, useState, type ReactNode } from 'react';
import type { Vacancy } from '#contract/vacancies.ts';
import { QueryError } from '#web/api/query-error.tsx';
import { AnsweredVacancy } from '#web/features/vacancies/card/answered-vacancy.tsx';
import { type AnsweredVacancies, useAnsweredVacancies } from '#web/features/vacancies/card/use-answered-vacancies.ts';
import { rowsOf, type VacancyPages } from '#web/features/vacancies/queries.ts';
import { SectionHeader } from '#web/ui/headers.tsx';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Loading, Skeleton } from '#web/ui/loading.tsx';
import { cardColumns } from '#web/features/vacancies/card/card-columns.ts';
import { join } from '#web/ui/join.ts';
import { moreOf } from '#web/api/show-more.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';

const step = 20;

type Fold = {
  isFolded: (vacancy: Vacancy) => boolean;
  /** Returns the title of the line, and why these vacancies are collapsed. */
  titleOf: (vacancies: readonly Vacancy[]) => { title: string; why: string };
};

type VacancyListProps = {
  query: UseInfiniteQueryResult<VacancyPages>;
  /** The accessible name of the list: "Open vacancies". */
  label: string;
  /** The id of the visible heading with the same name. Without one, the list has its own hidden heading. */
  labelledBy?: string;
  /** The name of the list, for the error if it fails to load. */
  what?: string;
  /** Shown if the list is empty. */
  empty: ReactNode;
  /** Returns a different order than the server's. */
  sort?: (vacancies: readonly Vacancy[]) => readonly Vacancy[];
  /** All of them are on the loaded pages, so no further page is fetched for this list. */
  isWhole?: boolean;
  /** Adjacent items with the same title are grouped under it in a section. */
  groupOf?: (vacancy: Vacancy) => string;
  /** The rows that keep answered ones, if more than the list depends on them. */
  answered?: AnsweredVacancies;
  /** The vacancies to collapse at the end of their day, under a line that describes them. */
  fold?: Fold;
  /** One `VacancyCard`. */
  children: (vacancy: Vacancy) => ReactNode;
};

/** Shows a list of vacancy cards with its loading, error and empty states, and "Show more" for the rest. */
export function VacancyList({
  query,
  label,
  labelledBy,
  what = 'Vacancies',
  empty,
  sort = (all) => all,
  isWhole = false,
  groupOf,
  answered,
  fold,
  children,
}: VacancyListProps) {
  const [shown, setShown] = useState(step);
  const own = useAnsweredVacancies(sort(rowsOf(query.data)));
  const { shown: all, ...rows } = answered ?? own;
  const card = (vacancy: Vacancy) => {
    const kept = rows.keptOf(vacancy.id);
    return kept === null ? children(vacancy) : <AnsweredVacancy vacancy={vacancy} kept={kept} />;
  };
  if (query.isError && query.data === undefined) {
    return <QueryError query={query} title={`${what} could not be loaded`} />;
  }
  const hasMore = all.length > shown || (!isWhole && query.hasNextPage);
  const showMore = () => {
    setShown(shown + step);
    if (all.length <= shown + step && query.hasNextPage) void query.fetchNextPage();
  };
  return rows.provide(
    <Loading when={query.isPending} label="Loading vacancies" skeleton={<SkeletonCards />}>
      {() =>
        all.length === 0 ? (
          empty
        ) : (
          <>
            {labelledBy === undefined && groupOf === undefined ? <h2 className="sr-only">{label}</h2> : null}
            {groupOf === undefined ? (
              <ul
                {...(labelledBy === undefined ? { 'aria-label': label } : { 'aria-labelledby': labelledBy })}
                className="grid gap-3"
              >
                {fold === undefined ? cardsOf(all.slice(0, shown), card) : foldedByDay(all.slice(0, shown), fold, card)}
              </ul>
            ) : (
              <div className="grid gap-7">
                {groupsOf(all.slice(0, shown), groupOf).map(({ title, vacancies }) => (
                  <section key={title} aria-label={title}>
                    <SectionHeader title={title} count={vacancies.length} />
                    <ul aria-label={`${label}, ${title}`} className="grid gap-3">
                      {cardsOf(vacancies, card)}
                    </ul>
                  </section>
                ))}
              </div>
            )}
            {hasMore ? (
              <div className="mt-4 grid justify-items-center">
                <MoreButton {...moreOf(query)} onClick={showMore} />
              </div>
            ) : null}
          </>
        )
      }
    </Loading>,
  );
}

function cardsOf(vacancies: readonly Vacancy[], card: (vacancy: Vacancy) => ReactNode): ReactNode {
  return vacancies.map((vacancy) => <Fragment key={vacancy.id}>{card(vacancy)}</Fragment>);
}

/** Returns the cards day by day, with collapsed ones last in their day. */
function foldedByDay(
  vacancies: readonly Vacancy[],
  { isFolded, titleOf }: Fold,
  card: (vacancy: Vacancy) => ReactNode,
): ReactNode {
  return groupsOf(vacancies, ({ date }) => date).map(({ title: date, vacancies: ofDay }) => {
    const folded = ofDay.filter(isFolded);
    return (
      <Fragment key={date}>
        {cardsOf(
          ofDay.filter((vacancy) => !isFolded(vacancy)),
          card,
        )}
        {folded.length === 0 ? null : <FoldedCards {...titleOf(folded)}>{cardsOf(folded, card)}</FoldedCards>}
      </Fragment>
    );
  });
}

function FoldedCards({ title, why, children }: { title: string; why: string; children: ReactNode }) {
  return (
    <li className="min-w-0">
      <details className="group">
        <summary className="card flex min-h-touch list-none items-center gap-3 px-4 py-2.5 text-label md:px-5 [&::-webkit-details-marker]:hidden">
          <span className="min-w-0 flex-1 wrap-anywhere">
            <h3 tabIndex={-1} className="text-label">
              {title}
            </h3>
            <span className="block text-meta text-ink-3">{why}</span>
          </span>
          <Icon
            shape={icons.chevronDown}
            size="small"
            className="text-ink-3 transition-transform duration-(--duration-quick) group-open:rotate-180"
          />
        </summary>
        <ul aria-label={title} className="mt-3 grid gap-3">
          {children}
        </ul>
      </details>
    </li>
  );
}

/** Groups adjacent items with the same title. A title that recurs later joins its first group. */
function groupsOf(
  vacancies: readonly Vacancy[],
  titleOf: (vacancy: Vacancy) => string,
): { title: string; vacancies: Vacancy[] }[] {
  const groups = new Map<string, Vacancy[]>();
  for (const vacancy of vacancies) {
    const title = titleOf(vacancy);
    groups.set(title, [...(groups.get(title) ?? []), vacancy]);
  }
  return [...groups].map(([title, members]) => ({ title, vacancies: members }));
}

/** Placeholders for cards that are loading. */
export function SkeletonCards() {
  return (
    <div className="grid gap-3">
      {['first', 'second'].map((card) => (
        <div key={card} className={join('card grid', cardColumns)}>
          <div className="grid content-start gap-2.5 px-4 pt-4 md:border-r md:border-line md:px-5 md:py-4.5">
            <Skeleton className="h-3.5 w-20 rounded-[6px]" />
            <Skeleton className="h-3.5 w-36 rounded-[6px]" />
            <Skeleton className="h-3.5 w-32 rounded-[6px]" />
          </div>
          <div className="grid content-start gap-2.5 px-4 pt-3 pb-3.5 md:px-5 md:py-4.5">
            <Skeleton className="h-5.5 w-24 rounded-tag" />
            <Skeleton className="h-5 w-full max-w-64 rounded-[6px]" />
            <Skeleton className="h-3.5 w-full max-w-80 rounded-[6px]" />
          </div>
          <Skeleton className="m-4 h-control self-center rounded-control md:min-w-37" />
        </div>
      ))}
    </div>
  );
}
