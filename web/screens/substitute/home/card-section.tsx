import { Fragment, useId, type ReactNode } from 'react';
import type { Vacancy } from '#contract/vacancies.ts';
import { Link } from '#web/navigation/link.tsx';
import { SectionHeader } from '#web/ui/headers.tsx';

type CardSectionProps = {
  title: string;
  vacancies: readonly Vacancy[];
  link: { to: string; words: string };
  /** One card, an `<li>`. */
  children: (vacancy: Vacancy) => ReactNode;
};

/** A few vacancies under their heading, with the way to all of them; nothing where there are none. */
export function CardSection({ title, vacancies, link, children }: CardSectionProps) {
  const id = useId();
  if (vacancies.length === 0) return null;
  return (
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
        {vacancies.map((vacancy) => (
          <Fragment key={vacancy.id}>{children(vacancy)}</Fragment>
        ))}
      </ul>
    </section>
  );
}
