/**
 * Shows facts in one line with dots between them. Where the line wraps, no dot is left at its end: each fact brings the dot before
 * it, and the dot of a row's first fact is cut off at the edge. Empty facts are left out.
 */
export function DottedLine({ parts }: { parts: readonly (string | null | undefined)[] }) {
  return (
    <p className="overflow-x-clip">
      <span className="-ml-[1.5ch] flex flex-wrap">
        {parts.filter(Boolean).map((part, index) => (
          <span key={part} className="relative pl-[1.5ch] wrap-anywhere first:first-letter:uppercase">
            {index > 0 ? (
              <span className="absolute left-0 w-[1.5ch] text-center whitespace-pre">{'\u00a0· '}</span>
            ) : null}
            {part}
          </span>
        ))}
      </span>
    </p>
  );
}
