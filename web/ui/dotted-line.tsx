import { join } from '#web/ui/join.ts';

const dot =
  'before:absolute before:top-[calc(0.5lh-1px)] before:left-[calc(0.45em-1px)] before:rounded-pill before:border-[1.25px] before:border-current';

/**
 * Shows facts that are separated by dots (' · '). Where the line wraps, no dot is left at its end: each fact brings the dot before
 * it, and the dot before the first fact of a row is cut off at the edge. These dots are drawn, so that wider text spacing
 * (WCAG 1.4.12) moves no dot over the text; screen readers still read the character.
 */
export function DottedLine({
  text,
  isToday = false,
}: {
  text: string;
  /** Highlights the first fact, 'Today'. */ isToday?: boolean;
}) {
  const facts = text.split(/[ \u00A0]· /);
  return (
    <span className="block overflow-x-clip">
      <span className="-ml-[0.9em] flex flex-wrap">
        {facts.map((fact, index) => (
          <span
            key={`${index} ${fact}`}
            className={join(
              'relative min-w-0 pl-[0.9em] wrap-anywhere',
              index > 0 ? dot : isToday && 'font-semibold text-urgent',
            )}
          >
            {index > 0 ? <span className="sr-only"> · </span> : null}
            {fact}
          </span>
        ))}
      </span>
    </span>
  );
}
