import { useQuery } from '@tanstack/react-query';
import type { OwnFeedback } from '#contract/feedback.ts';
import { classVerdictLabels, planVerdictLabels } from '#domain/feedback.ts';
import { formatDate, localDate } from '#domain/time.ts';
import { AgainForm } from '#web/features/vacancies/feedback/again-form.tsx';
import { AnswerForm } from '#web/features/vacancies/feedback/answer-form.tsx';
import { ClassForm } from '#web/features/vacancies/feedback/class-form.tsx';
import { ownFeedbackQuery } from '#web/features/vacancies/feedback/queries.ts';
import { useInlineForm } from '#web/features/vacancies/feedback/use-inline-form.ts';
import { useNow } from '#web/words/use-now.ts';
import { Button } from '#web/ui/button.tsx';

type FeedbackOnCardProps = { vacancyId: number; timeZone: string; reader: 'substitute' | 'teacher' };

/** Shows the feedback on a class on its card, given or possible. Renders nothing if there is neither. */
export function FeedbackOnCard({ vacancyId, timeZone, reader }: FeedbackOnCardProps) {
  const { data } = useQuery(ownFeedbackQuery);
  const of = data?.classes.find((each) => each.vacancyId === vacancyId);
  if (of === undefined) return null;
  return (
    <div className="grid gap-3 print:hidden">
      {of.ofSubstitute === null ? null : <Said of={of} timeZone={timeZone} reader={reader} />}
      {reader === 'substitute' ? (
        <Own of={of} reader={reader} />
      ) : of.can.includes('give') ? (
        <Own of={of} reader={reader} />
      ) : null}
    </div>
  );
}

/** Shows the reader's feedback, and the questions once they are opened. */
function Own({ of, reader }: { of: OwnFeedback; reader: 'substitute' | 'teacher' }) {
  const { isOpen, opener, open, close } = useInlineForm();
  const { ofClass } = of;
  const isGiven = (reader === 'substitute' ? ofClass : of.ofSubstitute) !== null;
  const question = reader === 'substitute' ? 'How was it?' : 'Have them again?';
  if (isOpen)
    return reader === 'substitute' ? <ClassForm of={of} onClose={close} /> : <AgainForm of={of} onClose={close} />;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {ofClass === null ? null : (
        <p className="min-w-0 text-label wrap-anywhere text-ink-2">
          You said: {classVerdictLabels[ofClass.went].toLowerCase()}; plans:{' '}
          {planVerdictLabels[ofClass.plans].toLowerCase()}.{ofClass.words === null ? null : ` “${ofClass.words}”`}
        </p>
      )}
      {of.can.includes('give') ? (
        <Button ref={opener} onClick={open} className="max-md:min-h-touch">
          {isGiven ? 'Change feedback' : question}
        </Button>
      ) : null}
    </div>
  );
}

/** Shows the teacher's feedback on the substitute, and the substitute's answer. */
function Said({ of, timeZone, reader }: { of: OwnFeedback; timeZone: string; reader: 'substitute' | 'teacher' }) {
  const now = useNow();
  const { isOpen, opener, open, close } = useInlineForm();
  const said = of.ofSubstitute;
  if (said === null) return null;
  const isSubstitute = reader === 'substitute';
  const choice = said.again ? 'would have you again' : 'would rather not have you again';
  const counts = new Date(said.countsFrom) <= now;
  return (
    <div className="grid gap-1.5">
      <p className="text-label wrap-anywhere text-ink-2">
        {isSubstitute
          ? `${of.teacherName} ${choice}.`
          : `You would ${said.again ? 'have them again' : 'rather not have them again'}.`}
        {said.words === null ? null : ` “${said.words}”`}
      </p>
      {said.answer === null ? null : (
        <p className="text-label wrap-anywhere text-ink-2">
          {answeredWords(of, said.answersEarlier, isSubstitute)}: “{said.answer}”
        </p>
      )}
      {!isSubstitute || counts ? null : (
        <p className="text-meta text-ink-3">
          The school’s administrators see this once you answer it, or on{' '}
          {formatDate(localDate(new Date(said.countsFrom), timeZone))}.
        </p>
      )}
      {!of.can.includes('answer') ? null : isOpen ? (
        <AnswerForm vacancyId={of.vacancyId} saidAt={said.saidAt} answer={said.answer} onClose={close} />
      ) : (
        <div>
          <Button ref={opener} onClick={open} className="max-md:min-h-touch">
            {said.answer === null ? 'Answer' : 'Change answer'}
            <span className="sr-only"> to {of.teacherName}</span>
          </Button>
        </div>
      )}
    </div>
  );
}

/** Introduces the substitute's answer, which may be to feedback that the teacher has changed since. */
function answeredWords(of: OwnFeedback, isEarlier: boolean, isSubstitute: boolean): string {
  if (!isEarlier) return isSubstitute ? 'You answered' : `${of.substituteName} answered`;
  return isSubstitute
    ? `Before ${of.teacherName} changed this, you answered`
    : `Before you changed this, ${of.substituteName} answered`;
}
