import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { planDay } from '#contract/day-plan.ts';
import { formatLongDate, formatTimeRange } from '#domain/time.ts';
import { call } from '#web/api/client.ts';
import { CallError } from '#web/api/call-error.tsx';
import {
  isAskedBefore,
  type PlanLine,
  type PlannedPerson,
  planWords,
  reasonWords,
} from '#web/screens/school-admin/dashboard/fill-day-words.ts';
import { useSendPlan } from '#web/screens/school-admin/dashboard/send-plan.ts';
import { counted } from '#web/words/time.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { Dotted } from '#web/ui/dotted.tsx';
import { join } from '#web/ui/join.ts';
import { Loading, SkeletonRows } from '#web/ui/loading.tsx';
import { useShown } from '#web/ui/use-shown.ts';

type Choice = { vacancyId: number; substituteId: number | null };

/**
 * Shows a proposed substitute for each uncovered class of a day. Choosing another one replans the rest. Nothing is sent
 * until a person presses one of the buttons at the bottom, and they can undo that. It is mounted while it is open.
 */
export function FillDay({ date, onClose }: { date: string; onClose: () => void }) {
  const [choices, setChoices] = useState<readonly Choice[]>([]);
  const plan = useQuery({
    // Below the board's key, so the plan is refetched if a class changes in the meantime.
    queryKey: ['board', 'plan', date, choices],
    queryFn: ({ signal }) => call(planDay, { body: { date, choices: [...choices] }, signal }),
    placeholderData: keepPreviousData,
  });
  const [sent, setSent] = useState<readonly number[]>([]);
  const lines = (plan.data?.lines ?? []).filter(({ vacancyId }) => !sent.includes(vacancyId));
  const send = useSendPlan({
    onClose,
    // Their substitutes stay in the plan, so it doesn't propose them for another class.
    onSent: (some) => {
      setSent([...sent, ...some.map(({ vacancyId }) => vacancyId)]);
      setChoices([...choices.filter((one) => some.every(({ vacancyId }) => vacancyId !== one.vacancyId)), ...some]);
    },
    onUndone: () => setSent([]),
  });
  const [isShown, shown] = useShown<HTMLUListElement>();
  const ready = lines.flatMap(({ proposed, ...line }) =>
    proposed === null || !isShown ? [] : [{ ...line, substitute: proposed }],
  );
  // Assigning someone who was already asked is fine, but asking them again needs a choice.
  const toOffer = ready.filter((line) => !isAskedBefore({ ...line, proposed: line.substitute }, choices));
  const choose = (vacancyId: number, substituteId: number | null) => {
    // A substitute who is chosen here isn't available for another class of the plan.
    const others = choices.filter(
      (one) => one.vacancyId !== vacancyId && (substituteId === null || one.substituteId !== substituteId),
    );
    setChoices([...others, { vacancyId, substituteId }]);
    document.getElementById(`plan-${vacancyId}`)?.focus();
  };
  const act = (which: 'offer' | 'assign') => {
    if (!send.isPending) send.mutate({ act: which, lines: which === 'offer' ? toOffer : ready });
  };
  return (
    <Dialog
      wide
      keepOpen
      locked={send.isPending}
      onClose={onClose}
      title="Fill the day"
      subtitle={formatLongDate(date)}
      footer={
        <>
          <CloseButton>{ready.length === 0 ? 'Close' : 'Cancel'}</CloseButton>
          {ready.length === 0 ? null : (
            <>
              <Button
                pending={send.isPending && send.variables.act === 'assign'}
                disabled={plan.isPlaceholderData}
                onClick={() => act('assign')}
              >
                Assign {ready.length}
              </Button>
              {toOffer.length === 0 ? null : (
                <Button
                  variant="filled"
                  pending={send.isPending && send.variables.act === 'offer'}
                  disabled={plan.isPlaceholderData}
                  onClick={() => act('offer')}
                >
                  Send {counted(toOffer.length, 'offer')}
                </Button>
              )}
            </>
          )}
        </>
      }
    >
      {send.data === undefined || send.data.problems.length === 0 ? null : (
        <Banner tone="danger" live title={send.data.title}>
          {send.data.problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </Banner>
      )}
      {plan.isError && plan.data === undefined ? (
        <CallError error={plan.error} />
      ) : (
        <Loading when={plan.isPending} label="Planning the day" skeleton={<SkeletonRows />}>
          {() =>
            plan.data === undefined ? null : lines.length === 0 ? (
              <p>{planWords({ ...plan.data, lines })}</p>
            ) : (
              <>
                <p role="status" className="text-label text-ink-2">
                  {planWords({ ...plan.data, lines })}
                </p>
                <ul
                  ref={shown}
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
                      isAsked={isAskedBefore(line, choices)}
                      onChoose={(id) => choose(line.vacancyId, id)}
                      onPropose={() => setChoices(choices.filter((one) => one.vacancyId !== line.vacancyId))}
                    />
                  ))}
                </ul>
              </>
            )
          }
        </Loading>
      )}
    </Dialog>
  );
}

type LineProps = {
  line: PlanLine;
  isLeftOut: boolean;
  /** The class was already offered to the proposed substitute. */
  isAsked: boolean;
  onChoose: (substituteId: number | null) => void;
  /** Lets the plan choose again. */
  onPropose: () => void;
};

function Line({ line, isLeftOut, isAsked, onChoose, onPropose }: LineProps) {
  const { vacancyId, date, startTime, endTime, description, teacherName, isUrgent, days, proposed, alternatives } =
    line;
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
        {days === null ? null : <p className="text-meta font-medium text-ink-2">{days}</p>}
      </div>
      <div className="grid min-w-0 content-start gap-2">
        {proposed === null ? (
          <p className="text-label text-ink-2">
            {isLeftOut
              ? 'Left out of the plan'
              : days === null
                ? 'No one else is free for this class.'
                : 'No one else is free on all of these days.'}
          </p>
        ) : (
          <div className="flex items-start gap-3">
            <Avatar name={proposed.fullName} photo={proposed.profileImageUrl} />
            <div className="min-w-0 wrap-anywhere">
              <p className="text-body font-medium text-ink">{proposed.fullName}</p>
              <p className="text-meta text-ink-2">
                <Dotted text={reasonWords(proposed, date)} />
              </p>
              {isAsked ? (
                <Button variant="plain" className="-ml-3.5" onClick={() => onChoose(proposed.id)}>
                  Offer it again<span className="sr-only">: {description}</span>
                </Button>
              ) : null}
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
        <Dotted text={reasonWords(person, date)} />
      </p>
      <Button className="flex-none max-md:min-h-touch" onClick={onChoose}>
        Choose<span className="sr-only"> {person.fullName}</span>
      </Button>
    </div>
  );
}
