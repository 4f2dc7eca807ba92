import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type OwnFeedback, answerFeedback } from '#contract/feedback.ts';
import type { Vacancy } from '#contract/vacancies.ts';
import { classVerdictLabels, planVerdictLabels } from '#domain/feedback.ts';
import { formatDate, localDate } from '#domain/time.ts';
import { call } from '#web/api/client.ts';
import { useCommand } from '#web/api/use-command.ts';
import { AgainForm } from '#web/features/vacancies/feedback/again-form.tsx';
import { ClassForm } from '#web/features/vacancies/feedback/class-form.tsx';
import { ownFeedbackAfter } from '#web/features/vacancies/feedback/queries.ts';
import { WordsForm } from '#web/features/vacancies/feedback/words-form.tsx';
import { focusHeading } from '#web/ui/focus-heading.ts';
import { useNow } from '#web/words/use-now.ts';
import { Button } from '#web/ui/button.tsx';

type Reader = { reader: 'substitute' | 'teacher' };
type FeedbackOnCardProps = Reader & { vacancy: Pick<Vacancy, 'id' | 'date' | 'endTime' | 'timeZone'> };

/** Shows the feedback on a class that is over on its card, given or possible. Renders nothing if there is neither. */
export function FeedbackOnCard({ vacancy, reader }: FeedbackOnCardProps) {
  const { data } = useQuery(ownFeedbackAfter(vacancy));
  const of = data?.classes.find(({ vacancyId }) => vacancyId === vacancy.id);
  return of === undefined ? null : <Feedback of={of} timeZone={vacancy.timeZone} reader={reader} />;
}

type FeedbackProps = Reader & { of: OwnFeedback; timeZone: string };

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

/**
 * Returns a form that replaces the button that opens it. Once it is closed, the focus is on that button again, or on
 * the page's title if there is no such button anymore.
 */
function useInlineForm() {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return {
    isOpen,
    opener,
    open: () => setOpen(true),
    close: () => {
      flushSync(() => setOpen(false));
      focusHeading(opener.current);
    },
  };
}

type AnswerFormProps = {
  vacancyId: number;
  /** The time of the feedback that the form answers. */
  saidAt: string;
  answer: string | null;
  onClose: () => void;
};

/** Shows the substitute's answer to a teacher's feedback. */
function AnswerForm({ vacancyId, saidAt, answer, onClose }: AnswerFormProps) {
  const save = useCommand({
    send: ({ text }: { text: string; onSaved: () => void }) =>
      call(answerFeedback, { params: { id: vacancyId }, body: { answer: text, saidAt } }),
    toast: { title: 'Answer saved' },
    // This runs before the form closes, because its callbacks aren't called after that.
    onDone: (_, { onSaved }) => onSaved(),
    changes: ['vacancies'],
    // The teacher may have changed the feedback. Then it is shown above the answer.
    refetchesAnyway: true,
  });
  return (
    <WordsForm
      about={`answer ${vacancyId}`}
      label="Your answer"
      hint="The teacher and the school’s administrators can read it."
      words={answer}
      submitLabel="Save answer"
      isRequired
      isPending={save.isPending}
      error={save.error}
      onSave={(text, onSaved) => save.mutate({ text, onSaved }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
