import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#contract/endpoint.ts';
import { answerOwnHours, listOwnHours } from '#contract/hours.ts';
import { type HourAnswer, hourLimits } from '#domain/hours.ts';
import { formatShortDate } from '#domain/time.ts';
import { call } from '#web/api/client.ts';
import { reading } from '#web/api/reading.ts';
import { useCommand } from '#web/api/use-command.ts';
import { ApiError } from '#web/api/errors.ts';
import { sending } from '#web/api/sending.ts';
import { QueryError } from '#web/api/query-error.tsx';
import { dot, type HourLine, payWords, periodWords, timesWords } from '#web/features/hours/hour-words.ts';
import { OwnYear } from '#web/features/reports/own-year.tsx';
import { useLayer } from '#web/navigation/use-layer.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Dotted } from '#web/ui/dotted.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { Loading, Skeleton } from '#web/ui/loading.tsx';
import { useBlankForm } from '#web/ui/use-form.ts';

type SchoolHours = ReplyOf<typeof listOwnHours>['schools'][number];

/** Shows a substitute's hours for payroll, by school, to confirm or dispute. */
export function OwnHours() {
  const [date, setDate] = useState('');
  const query = useQuery(
    reading(
      ['hours', 'own', date],
      listOwnHours,
      { query: date ? { date } : {} },
      { placeholderData: (before) => before },
    ),
  );
  const layer = useLayer('dispute');
  const { data } = query;
  const answer = useAnswer();
  const disputed = data?.schools
    .flatMap(({ lines }) => lines)
    .find(({ vacancyId }) => String(vacancyId) === layer.open);
  if (query.isError && data === undefined) return <QueryError query={query} title="Your hours could not be loaded" />;
  return (
    <section aria-labelledby="own-hours" className="mb-6 grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="own-hours" tabIndex={-1}>
          Hours
        </h2>
        <div className="flex gap-2">
          <Button disabled={data === undefined} onClick={() => setDate(data?.previous ?? '')}>
            Earlier
          </Button>
          <Button disabled={data?.next === undefined || data.next === null} onClick={() => setDate(data?.next ?? '')}>
            Later
          </Button>
        </div>
      </div>
      <OwnYear
        said={(days) => `${days} covered this school year`}
        by="By school"
        how="A full day counts as 1, and a morning or afternoon as 0.5. Days recorded as a no-show don’t count."
      />
      <Loading
        when={data === undefined}
        label="Loading your hours"
        skeleton={<Skeleton className="h-32 rounded-card" />}
      >
        {() =>
          data?.schools.length === 0 ? (
            <p className="text-ink-3">You covered no classes in this pay period.</p>
          ) : (
            data?.schools.map((school) => (
              <SchoolCard
                key={school.schoolId}
                school={school}
                onConfirm={(line) => answer.mutate({ line, answer: 'confirmed', words: null })}
                onDispute={({ vacancyId }) => layer.show(String(vacancyId))}
              />
            ))
          )
        }
      </Loading>
      {disputed === undefined ? null : <DisputeDialog line={disputed} onClose={layer.close} />}
    </section>
  );
}

type Answer = { line: HourLine; answer: HourAnswer; words: string | null };

function useAnswer({ ownErrors = false } = {}) {
  return useCommand({
    send: ({ line, answer, words }: Answer) =>
      call(answerOwnHours, { params: { id: line.vacancyId ?? 0 }, body: { answer, words } }),
    toast: (_, { answer }) => ({ title: answer === 'confirmed' ? 'Hours confirmed' : 'The school will look at it' }),
    changes: ['hours'],
    refetchesAnyway: true,
    failed: ownErrors ? undefined : 'Not saved',
  });
}

type SchoolCardProps = {
  school: SchoolHours;
  onConfirm: (line: HourLine) => void;
  onDispute: (line: HourLine) => void;
};

function SchoolCard({ school, onConfirm, onDispute }: SchoolCardProps) {
  return (
    <section aria-label={school.schoolName} className="card">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-b border-line px-5 py-3.5 max-md:px-4">
        <div className="min-w-0">
          <h3 className="wrap-anywhere">{school.schoolName}</h3>
          <p className="text-meta text-ink-3">Pay period {periodWords(school.period)}</p>
        </div>
        <p className="font-semibold tabular-nums">
          <Dotted text={payWords(school.totals, school).join(dot)} />
        </p>
      </div>
      <ul className="divide-y divide-line">
        {school.lines.map((line) => (
          <li key={line.key} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3 max-md:px-4">
            <div className="min-w-0 flex-[1_1_16rem]">
              <p className="font-medium">
                {formatShortDate(line.date)}, {timesWords(line)}
              </p>
              <p className="text-meta wrap-anywhere text-ink-3">
                <Dotted
                  text={[line.title, line.teacherName, ...payWords(line, school), line.note]
                    .filter((text) => text !== null)
                    .join(dot)}
                />
              </p>
              {line.words === null ? null : (
                <p className="text-meta wrap-anywhere text-ink-3">You wrote: “{line.words}”</p>
              )}
            </div>
            <OwnState line={line} />
            {school.takesAnswers && line.vacancyId !== null && line.state === 'open' ? (
              <div className="flex gap-2">
                {line.answer === 'confirmed' ? null : (
                  <Button
                    onClick={() => onConfirm(line)}
                    aria-label={`Confirm hours for ${formatShortDate(line.date)}`}
                  >
                    Confirm
                  </Button>
                )}
                {line.answer === 'disputed' ? null : (
                  <Button
                    variant="plain"
                    onClick={() => onDispute(line)}
                    aria-label={`Something is wrong with the hours for ${formatShortDate(line.date)}`}
                  >
                    Something is wrong
                  </Button>
                )}
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function OwnState({ line: { state, answer } }: { line: HourLine }) {
  if (state !== 'open') return <Badge tone="filled">{state === 'locked' ? 'Final' : 'Approved'}</Badge>;
  if (answer === null) return null;
  return answer === 'disputed' ? (
    <Badge tone="pending">With the school</Badge>
  ) : (
    <Badge tone="open">You confirmed</Badge>
  );
}

function DisputeDialog({ line, onClose }: { line: HourLine; onClose: () => void }) {
  const answer = useAnswer({ ownErrors: true });
  const form = useBlankForm({ words: '' }, ({ words }) => (words.trim() === '' ? { words: 'Say what is wrong.' } : {}));
  return (
    <FormDialog
      onClose={onClose}
      title={`Hours for ${formatShortDate(line.date)}`}
      form={form}
      onSubmit={() =>
        answer.mutate(
          { line, answer: 'disputed', words: form.values.words },
          { onSuccess: onClose, onError: (error) => error instanceof ApiError && form.refuse(error) },
        )
      }
      submitLabel="Send to the school"
      {...sending(answer, 'Sending...')}
    >
      <p>The school has {timesWords(line)}. It will check before paying you.</p>
      <Field label="What is wrong?" {...form.field('words')}>
        <Textarea rows={3} maxLength={hourLimits.words} placeholder="I stayed until 3:45 PM." {...form.text('words')} />
      </Field>
    </FormDialog>
  );
}
