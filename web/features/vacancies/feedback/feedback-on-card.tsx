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
export function FeedbackOnCard({ vacancyId, ...props }: FeedbackOnCardProps) {
  const { data } = useQuery(ownFeedbackQuery);
  const of = data?.classes.find((each) => each.vacancyId === vacancyId);
  return of === undefined ? null : <Feedback of={of} {...props} />;
}

type FeedbackProps = Omit<FeedbackOnCardProps, 'vacancyId'> & { of: OwnFeedback };

/** Shows both sides' feedback, the form that is open, and the buttons in one row. */
function Feedback({ of, timeZone, reader }: FeedbackProps) {
  const { opener: answerOpener, ...answer } = useInlineForm();
  const { opener: ownOpener, ...own } = useInlineForm();
  const isSubstitute = reader === 'substitute';
  const { ofClass, ofSubstitute } = of;
  const canGive = of.can.includes('give');
  const canAnswer = ofSubstitute !== null && of.can.includes('answer');
  const isGiven = (isSubstitute ? ofClass : ofSubstitute) !== null;
  const isOwnOpen = own.isOpen && (isSubstitute || canGive);
  return (
    <div className="grid gap-3 print:hidden">
      {ofSubstitute === null ? null : <Said of={of} said={ofSubstitute} timeZone={timeZone} reader={reader} />}
      {canAnswer && answer.isOpen ? (
        <AnswerForm
          vacancyId={of.vacancyId}
          saidAt={ofSubstitute.saidAt}
          answer={ofSubstitute.answer}
          onClose={answer.close}
        />
      ) : null}
      {isOwnOpen ? (
        isSubstitute ? (
          <ClassForm of={of} onClose={own.close} />
        ) : (
          <AgainForm of={of} onClose={own.close} />
        )
      ) : isSubstitute && ofClass !== null ? (
        <p className="min-w-0 text-label wrap-anywhere text-ink-2">
          You said: {classVerdictLabels[ofClass.went].toLowerCase()}; plans:{' '}
          {planVerdictLabels[ofClass.plans].toLowerCase()}.{ofClass.words === null ? null : ` “${ofClass.words}”`}
        </p>
      ) : null}
      {(canAnswer && !answer.isOpen) || (canGive && !isOwnOpen) ? (
        <div className="flex flex-wrap gap-2">
          {canAnswer && !answer.isOpen ? (
            <Button ref={answerOpener} onClick={answer.open} className="max-md:min-h-touch">
              {ofSubstitute.answer === null ? 'Answer' : 'Change answer'}
              <span className="sr-only"> to {of.teacherName}</span>
            </Button>
          ) : null}
          {canGive && !isOwnOpen ? (
            <Button ref={ownOpener} onClick={own.open} className="max-md:min-h-touch">
              {isGiven ? 'Change feedback' : isSubstitute ? 'How was it?' : 'Have them again?'}
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

/** Shows the teacher's feedback on the substitute, and the substitute's answer. */
function Said({ of, said, timeZone, reader }: FeedbackProps & { said: NonNullable<OwnFeedback['ofSubstitute']> }) {
  const now = useNow();
  const isSubstitute = reader === 'substitute';
  const choice = said.again ? 'would have you again' : 'would rather not have you again';
  // The clock of the page may be behind the answer.
  const isAnswered = said.answer !== null && !said.answersEarlier;
  const counts = isAnswered || new Date(said.countsFrom) <= now;
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
