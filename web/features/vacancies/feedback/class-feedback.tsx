import { useQuery } from '@tanstack/react-query';
import type { Vacancy } from '#contract/vacancies.ts';
import { classVerdictLabels, planVerdictLabels } from '#domain/feedback.ts';
import { classFeedbackQuery } from '#web/features/vacancies/feedback/queries.ts';

/** Shows the feedback after a class, in its details for the front office. Renders nothing if there is none. */
export function ClassFeedback({ vacancy: { id, teacherName } }: { vacancy: Vacancy }) {
  const { data } = useQuery(classFeedbackQuery(id));
  if (data === undefined || (data.ofClass === null && data.ofSubstitute === null)) return null;
  const { ofClass, ofSubstitute } = data;
  return (
    <section aria-labelledby="class-feedback" className="grid gap-2 border-t border-line pt-4.5">
      <h3 id="class-feedback">Feedback</h3>
      {ofClass === null ? null : (
        <p className="text-label wrap-anywhere text-ink-2">
          <b>The substitute:</b> {classVerdictLabels[ofClass.went]}. Plans:{' '}
          {planVerdictLabels[ofClass.plans].toLowerCase()}.{ofClass.words === null ? null : ` “${ofClass.words}”`}
        </p>
      )}
      {ofSubstitute === null ? null : (
        <p className="text-label wrap-anywhere text-ink-2">
          <b>{teacherName}:</b> {ofSubstitute.again ? 'Would have them again.' : 'Would rather not have them again.'}
          {ofSubstitute.words === null ? null : ` “${ofSubstitute.words}”`}
        </p>
      )}
      {ofSubstitute?.answer ? (
        <p className="text-label wrap-anywhere text-ink-2">
          <b>The substitute’s answer{ofSubstitute.answersEarlier ? ' before the teacher changed this' : ''}:</b> “
          {ofSubstitute.answer}”
        </p>
      ) : null}
    </section>
  );
}
