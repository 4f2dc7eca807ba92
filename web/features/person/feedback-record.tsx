import { useQuery } from '@tanstack/react-query';
import { formatShortDate } from '#domain/time.ts';
import { feedbackRecordQuery } from '#web/features/person/record-queries.ts';
import { Dot } from '#web/ui/dotted.tsx';

/**
 * Shows the feedback on a substitute that counts, from teachers of the reader's school. Renders nothing if there is
 * none.
 */
export function FeedbackRecord({ id }: { id: number }) {
  const { data } = useQuery(feedbackRecordQuery(id));
  if (data === undefined || data.again + data.notAgain === 0) return null;
  return (
    <section aria-labelledby="feedback-record" className="grid gap-2">
      <h3 id="feedback-record" className="text-label font-semibold">
        Have them again: {data.again} yes, {data.notAgain} no{' '}
        <span className="font-regular text-ink-3">from teachers in the last 12 months</span>
      </h3>
      {data.entries.length === 0 ? null : (
        <ul className="divide-y divide-line">
          {data.entries.map(({ vacancyId, date, title, teacherName, again, words, answer, answersEarlier }) => (
            <li key={vacancyId} className="grid gap-1 py-2">
              <p className="text-label wrap-anywhere">
                <b>{again ? 'Yes' : 'No'}</b>
                {words === null ? null : (
                  <>
                    <Dot />“{words}”
                  </>
                )}
              </p>
              <p className="text-meta wrap-anywhere text-ink-3">
                {teacherName}
                <Dot />
                {formatShortDate(date)}
                <Dot />
                {title}
              </p>
              {answer === null ? null : (
                <p className="text-meta wrap-anywhere text-ink-2">
                  Answer{answersEarlier ? ' before the teacher changed this' : ''}: “{answer}”
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
