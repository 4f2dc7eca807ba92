import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { carryOutPlan, planDay, undoPlan } from '#contract/day-plan.ts';
import { formatLongDate, formatTimeRange } from '#domain/time.ts';
import { undoSeconds } from '#domain/undo.ts';
import { useChanged } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { useAttempts } from '#web/api/use-attempts.ts';
import { Link } from '#web/navigation/link.tsx';
import { paths } from '#web/paths.ts';
import {
  type DayPlan,
  type PlanLine,
  type PlannedPerson,
  planWords,
  reasonWords,
} from '#web/screens/school-admin/dashboard/fill-day-words.ts';
import { counted } from '#web/words/time.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { join } from '#web/ui/join.ts';
import { Loading, SkeletonRows } from '#web/ui/loading.tsx';
import { showToast } from '#web/ui/toast.ts';

type Choice = { vacancyId: number; substituteId: number | null };
type Act = 'offer' | 'assign';

/**
 * Shows a proposed substitute for each uncovered class of a day. Choosing another one replans the rest. Nothing is sent until a
 * person presses one of the buttons at the bottom, and they can undo that. It is mounted while it is open.
 */
export function FillDay({ date, onClose }: { date: string; onClose: () => void }) {
  const [choices, setChoices] = useState<readonly Choice[]>([]);
  const plan = useQuery({
    // Below the board's key, so the plan is refetched if a class changes in the meantime.
    queryKey: ['board', 'plan', date, choices],
    queryFn: ({ signal }) => call(planDay, { body: { date, choices: [...choices] }, signal }),
    placeholderData: keepPreviousData,
  });
  const lines = plan.data?.lines ?? [];
  const jobs = plan.data?.jobs ?? [];
  const send = useSend(onClose);
  const ready = lines.flatMap(({ proposed, vacancyId, version }) =>
    proposed === null ? [] : [{ vacancyId, substituteId: proposed.id, version }],
  );
  const isBusy = send.isPending || plan.isPlaceholderData;
  const choose = (vacancyId: number, substituteId: number | null) => {
    // A substitute who is chosen here isn't available for another class of the plan.
    const others = choices.filter(
      (one) => one.vacancyId !== vacancyId && (substituteId === null || one.substituteId !== substituteId),
    );
    setChoices([...others, { vacancyId, substituteId }]);
    document.getElementById(`plan-${vacancyId}`)?.focus();
  };
  const act = (which: Act) => {
    if (!isBusy) send.mutate({ act: which, lines: ready });
  };
  const failed = send.error instanceof ApiError && send.error.code === 'plan_stale' ? send.error.fields : {};
  return (
    <Dialog
      open
      wide
      keepOpen
      locked={send.isPending}
      onClose={onClose}
      title="Fill the day"
      subtitle={formatLongDate(date)}
      footer={
        <>
          <CloseButton>Cancel</CloseButton>
          {ready.length === 0 ? null : (
            <>
              <Button
                pending={send.isPending && send.variables.act === 'assign'}
                disabled={isBusy}
                onClick={() => act('assign')}
              >
                Assign {ready.length}
              </Button>
              <Button
                variant="filled"
                pending={send.isPending && send.variables.act === 'offer'}
                disabled={isBusy}
                onClick={() => act('offer')}
              >
                Send {counted(ready.length, 'offer')}
              </Button>
            </>
          )}
        </>
      }
    >
      {send.error === null ? null : (
        <Banner tone="danger" live title="Nothing was sent">
          {sentenceOf(send.error)}
        </Banner>
      )}
      {plan.isError ? (
        <Banner tone="danger" live>
          {sentenceOf(plan.error)}
        </Banner>
      ) : (
        <Loading when={plan.isPending} label="Planning the day" skeleton={<SkeletonRows />}>
          {() =>
            plan.data === undefined ? null : lines.length + jobs.length === 0 ? (
              <p>Every class of this day is covered or has a request to review.</p>
            ) : (
              <>
                <p role="status" className="text-label text-ink-2">
                  {planWords(plan.data)}
                </p>
                <ul
                  aria-busy={plan.isPlaceholderData}
                  className={join(
                    'divide-y divide-line transition-opacity',
                    plan.isPlaceholderData && 'pointer-events-none opacity-60',
                  )}
                >
                  {lines.map((line) => (
                    <Line
                      key={line.vacancyId}
                      line={line}
                      isLeftOut={choices.some((one) => one.vacancyId === line.vacancyId && one.substituteId === null)}
                      problem={failed[String(line.vacancyId)] ?? null}
                      onChoose={(id) => choose(line.vacancyId, id)}
                      onPropose={() => setChoices(choices.filter((one) => one.vacancyId !== line.vacancyId))}
                    />
                  ))}
                </ul>
                {jobs.length === 0 ? null : <Jobs jobs={jobs} />}
              </>
            )
          }
        </Loading>
      )}
    </Dialog>
  );
}

/** Days of multi-day jobs. Assigning one of them takes all days, so it isn't part of the plan of one day. */
function Jobs({ jobs }: { jobs: DayPlan['jobs'] }) {
  return (
    <section aria-labelledby="plan-jobs" className="grid gap-2 border-t border-line pt-4">
      <h3 id="plan-jobs" className="text-body font-semibold text-ink">
        Multi-day jobs
      </h3>
      <p className="text-label text-ink-2">One substitute takes all days of a job. Open it to assign someone.</p>
      <ul className="grid gap-3">
        {jobs.map(({ vacancyId, startTime, endTime, description, teacherName, sentence }) => (
          <li key={vacancyId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <div className="min-w-0 wrap-anywhere">
              <p className="text-label font-medium text-ink">
                {description}, {teacherName}
              </p>
              <p className="text-meta text-ink-3 tabular-nums">
                {formatTimeRange(startTime, endTime)} · {sentence}
              </p>
            </div>
            <Link
              to={`${paths.schoolAdmin.openVacancies}?vacancy=${vacancyId}`}
              className={buttonClass('outlined', 'max-md:min-h-touch')}
            >
              Open job<span className="sr-only">: {description}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

type LineProps = {
  line: PlanLine;
  isLeftOut: boolean;
  /** The reason why it couldn't be sent. */
  problem: string | null;
  onChoose: (substituteId: number | null) => void;
  /** Lets the plan choose again. */
  onPropose: () => void;
};

function Line({ line, isLeftOut, problem, onChoose, onPropose }: LineProps) {
  const { vacancyId, date, startTime, endTime, description, teacherName, isUrgent, proposed, alternatives } = line;
  const name = `plan-${vacancyId}`;
  return (
    <li className="grid gap-x-5 gap-y-2 py-4 md:grid-cols-[2fr_3fr]">
      <div className="min-w-0">
        <p className="flex items-center gap-2 text-ink tabular-nums">
          {formatTimeRange(startTime, endTime)}
          {isUrgent ? <Badge tone="urgent">Urgent</Badge> : null}
        </p>
        <h3 id={name} tabIndex={-1} className="text-body font-semibold wrap-anywhere text-ink">
          {description}
        </h3>
        <p className="text-meta wrap-anywhere text-ink-3">{teacherName}</p>
      </div>
      <div className="grid min-w-0 content-start gap-2">
        {problem === null ? null : <p className="text-meta font-medium text-danger-ink">{problem}</p>}
        {proposed === null ? (
          <p className="text-label text-ink-2">
            {isLeftOut ? 'Left out of the plan' : 'No one else is free for this class.'}
          </p>
        ) : (
          <div className="flex items-center gap-3">
            <Avatar name={proposed.fullName} photo={proposed.profileImageUrl} />
            <div className="min-w-0 wrap-anywhere">
              <p className="text-body font-medium text-ink">{proposed.fullName}</p>
              <p className="text-meta text-ink-2">{reasonWords(proposed, date)}</p>
            </div>
          </div>
        )}
        <div role="group" aria-label={`Other substitutes for ${description}`} className="grid gap-1.5">
          {isLeftOut
            ? null
            : alternatives.map((other) => (
                <Alternative key={other.id} person={other} date={date} onChoose={() => onChoose(other.id)} />
              ))}
          <Button
            variant="plain"
            className="-ml-3.5 justify-self-start"
            onClick={isLeftOut ? onPropose : () => onChoose(null)}
          >
            {isLeftOut ? 'Plan it again' : 'Leave it out'}
            <span className="sr-only">: {description}</span>
          </Button>
        </div>
      </div>
    </li>
  );
}

function Alternative({ person, date, onChoose }: { person: PlannedPerson; date: string; onChoose: () => void }) {
  return (
    <div className="flex items-center justify-between gap-3">
      <p className="min-w-0 text-meta wrap-anywhere text-ink-3">
        <span className="text-label text-ink-2">{person.fullName}</span>
        <br />
        {reasonWords(person, date)}
      </p>
      <Button className="flex-none max-md:min-h-touch" onClick={onChoose}>
        Choose<span className="sr-only"> {person.fullName}</span>
      </Button>
    </div>
  );
}

type Sending = { act: Act; lines: { vacancyId: number; substituteId: number; version: number }[] };

/** Sends the plan, and offers Undo for as long as no one has been notified. */
function useSend(onClose: () => void) {
  const changed = useChanged();
  const keyFor = useAttempts();
  const undo = (vacancyIds: number[]) => {
    call(undoPlan, { body: { vacancyIds } }).then(
      () => {
        showToast({ title: 'Undone', text: 'No one was notified. The classes are uncovered again.' });
        return changed('vacancies');
      },
      (error: unknown) => showToast({ title: 'Error', text: sentenceOf(error), destructive: true }),
    );
  };
  return useMutation({
    mutationFn: (body: Sending) => call(carryOutPlan, { body, idempotencyKey: keyFor(body) }),
    onSuccess: async ({ carriedOut }, { act, lines }) => {
      showToast({
        title:
          act === 'offer' ? `${counted(carriedOut, 'offer')} sent` : `${counted(carriedOut, 'substitute')} assigned`,
        text:
          act === 'offer'
            ? 'We’ll ask each substitute about one class. Their answers appear on the board.'
            : 'We’ll ask them to confirm.',
        duration: undoSeconds.offered * 1000,
        action: { label: 'Undo', act: () => undo(lines.map(({ vacancyId }) => vacancyId)) },
      });
      onClose();
      await changed('vacancies');
    },
    onError: () => changed('vacancies'),
  });
}
