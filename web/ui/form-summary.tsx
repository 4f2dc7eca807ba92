import { useEffect } from 'react';
import { Banner } from '#web/ui/banner.tsx';
import { focusField } from '#web/ui/focus-field.ts';

/** A field's error. `id` is the control's. */
export type FormProblem = { id: string; message: string };

type FormSummaryProps = {
  /** The invalid fields in page order. */
  problems: readonly FormProblem[];
  /** Counts submission attempts. Nothing is shown before the first. */
  attempt: number;
};

const titlePrefix = 'Error: ';

/**
 * Shows a list of links to the fields above a form with two errors or more, announced after a failed attempt. The form
 * itself focuses the first one. The document title says that there is an error.
 */
export function FormSummary({ problems, attempt }: FormSummaryProps) {
  const failed = attempt > 0 && problems.length > 0;
  const many = failed && problems.length > 1;

  useEffect(() => {
    if (!failed) return;
    if (!document.title.startsWith(titlePrefix)) document.title = titlePrefix + document.title;
    return () => {
      if (document.title.startsWith(titlePrefix)) document.title = document.title.slice(titlePrefix.length);
    };
  }, [failed]);

  if (!many) return null;
  return (
    <Banner tone="danger" live title={`There are ${problems.length} problems`}>
      <ul>
        {problems.map((problem) => (
          <li key={problem.id}>
            <a
              href={`#${problem.id}`}
              className="inline-flex min-h-6 items-center underline underline-offset-3"
              onClick={(event) => {
                event.preventDefault();
                focusField(document.getElementById(problem.id));
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
