import { useEffect, useRef } from 'react';
import { Banner } from '#web/ui/banner.tsx';

type FormSummaryProps = {
  /** The fields at fault in their order on the page; `id` is the control's. */
  problems: readonly { id: string; message: string }[];
  /** Counts the attempts to submit: with each one that failed, focus moves here again. */
  attempt: number;
};

const titlePrefix = 'Error: ';

/**
 * On top of a form: from two problems on, a list of links to the fields, which takes focus after a failed
 * attempt. With one, the field itself takes focus (the form's own doing). Either way the document's title
 * says that there is an error.
 */
export function FormSummary({ problems, attempt }: FormSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const failed = attempt > 0 && problems.length > 0;
  const many = failed && problems.length > 1;

  useEffect(() => {
    if (many) box.current?.focus();
    // Only an attempt moves focus, never a field that becomes wrong while typing.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [attempt]);

  useEffect(() => {
    if (!failed) return;
    if (!document.title.startsWith(titlePrefix)) document.title = titlePrefix + document.title;
    return () => {
      if (document.title.startsWith(titlePrefix)) document.title = document.title.slice(titlePrefix.length);
    };
  }, [failed]);

  if (!many) return null;
  return (
    <Banner tone="danger" live ref={box} tabIndex={-1} title={`There are ${problems.length} problems`}>
      <ul>
        {problems.map((problem) => (
          <li key={problem.id}>
            <a
              href={`#${problem.id}`}
              className="inline-flex min-h-6 items-center underline underline-offset-3"
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(problem.id)?.focus();
              }}
            >
              {problem.message}
            </a>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
