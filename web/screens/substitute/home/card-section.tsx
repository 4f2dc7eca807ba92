import { Fragment, useId, type ReactNode } from 'react';
import type { Vacancy } from '#contract/vacancies.ts';
import { AnsweredVacancy } from '#web/features/vacancies/card/answered-vacancy.tsx';
import { useAnsweredVacancies } from '#web/features/vacancies/card/use-answered-vacancies.ts';
import { Link } from '#web/navigation/link.tsx';
import { SectionHeader } from '#web/ui/headers.tsx';

type CardSectionProps = {
  title: string;
  vacancies: readonly Vacancy[];
  link: { to: string; words: string };
  /** One card, an `<li>`. */
  children: (vacancy: Vacancy) => ReactNode;
};

/** Shows a few vacancies with a heading and a link to all of them. Renders nothing if there are none to show or undo. */
export function CardSection({ title, vacancies, link, children }: CardSectionProps) {
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
