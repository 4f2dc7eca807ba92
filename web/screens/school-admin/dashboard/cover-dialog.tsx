import { useQuery } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { cancelCover, sendCovers } from '#contract/cover.ts';
import { periodInWords } from '#domain/cover-words.ts';
import { formatDate } from '#domain/time.ts';
import { call } from '#web/api/client.ts';
import { CallError } from '#web/api/call-error.tsx';
import { sending } from '#web/api/sending.ts';
import { useCommand } from '#web/api/use-command.ts';
import { useAttempts } from '#web/api/use-attempts.ts';
import { Link } from '#web/navigation/link.tsx';
import { paths } from '#web/paths.ts';
import { asksOf, type Choice, type Choices, keyOf } from '#web/screens/school-admin/dashboard/cover-choice.ts';
import { CoverPeriod } from '#web/screens/school-admin/dashboard/cover-period.tsx';
import { type CoverPlan, coverPlanQuery } from '#web/screens/school-admin/dashboard/cover-queries.ts';
import { counted } from '#web/words/time.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { Loading, SkeletonRows } from '#web/ui/loading.tsx';
import { useShown } from '#web/ui/use-shown.ts';

/** A colleague who was asked, or has accepted. */
type AskedCover = CoverPlan['periods'][number]['covers'][number];

type CoverDialogProps = { of: { vacancyId: number } | { date: string }; onClose: () => void };

/**
 * Colleagues for the periods of a class, or of a whole day: proposed, changed by hand, and sent. It is mounted while it
 * is open.
 */
export function CoverDialog({ of, onClose }: CoverDialogProps) {
  const plan = useQuery(coverPlanQuery(of));
  const [choices, setChoices] = useState<Choices>(new Map());
  const keyFor = useAttempts();
  const [isShown, shown] = useShown<HTMLUListElement>();
  const asks = plan.data === undefined || !isShown ? [] : asksOf(choices, plan.data.periods);
  const changes = ['cover', 'vacancies'] as const;
  const send = useCommand({
    send: () => {
      const body = { asks };
      return call(sendCovers, { body, idempotencyKey: keyFor(body) });
    },
    toast: ({ asked, told }) => ({
      title: asked === 0 ? 'Periods covered' : 'Colleagues asked',
      text: [
        ...(asked > 0 ? [`${counted(asked, 'period')} waiting for an answer.`] : []),
        ...(told > 0 ? [`${counted(told, 'period')} covered by colleagues who don’t need to be asked.`] : []),
      ].join(' '),
    }),
    onDone: onClose,
    changes,
    refetchesAnyway: true,
  });
  const [asking, ask] = useState<AskedCover | null>(null);
  const takeBack = useCommand({
    send: (id: number) => call(cancelCover, { params: { id } }),
    onDone: () => ask(null),
    changes,
  });
  const submit = () => {
    if (asks.length > 0 && !send.isPending) send.mutate();
  };
  const isDay = 'date' in of;
  const failure = send.error ?? (plan.data === undefined ? plan.error : null);
  return (
    <Dialog
      wide
      onClose={onClose}
      onSubmit={submit}
      dirty={choices.size > 0}
      keepOpen={choices.size > 0}
      title={isDay ? 'Plan the periods' : 'Cover with colleagues'}
      subtitle={plan.data === undefined ? undefined : subtitleOf(plan.data, isDay)}
      footer={
        <>
          <p className="mr-auto min-w-0 self-center text-meta text-ink-3 max-md:basis-full">
            Nothing is sent until you choose Send.
          </p>
          <CloseButton>Cancel</CloseButton>
          <Button
            type="submit"
            variant="filled"
            disabled={asks.length === 0}
            pending={send.isPending}
            pendingText="Sending..."
          >
            {asks.length === 0 ? 'Send' : `Send ${counted(asks.length, 'request')}`}
          </Button>
        </>
      }
    >
      <CallError error={failure} />
      <Loading when={plan.isPending} label="Loading the periods" skeleton={<SkeletonRows plain />}>
        {() =>
          plan.data === undefined ? null : (
            <Periods
              ref={shown}
              plan={plan.data}
              isDay={isDay}
              choices={choices}
              onChoose={(key, choice) => setChoices(new Map(choices).set(key, choice))}
              onTakeBack={ask}
            />
          )
        }
      </Loading>
      {asking === null ? null : (
        <ConfirmDialog
          isPrompt
          danger
          onClose={() => {
            takeBack.reset();
            ask(null);
          }}
          onConfirm={() => takeBack.mutate(asking.id)}
          title={`Release ${asking.colleagueName} from this period?`}
          confirmLabel="Release colleague"
          keepLabel="Keep colleague"
          {...sending(takeBack)}
        >
          We’ll notify {asking.colleagueName} right away. The period needs someone again.
        </ConfirmDialog>
      )}
    </Dialog>
  );
}

function subtitleOf({ date, schedule, periods }: CoverPlan, isDay: boolean): string {
  const who = isDay ? [] : periods.slice(0, 1).map(({ teacherName }) => teacherName);
  return [...who, formatDate(date), ...(schedule === null ? [] : [schedule])].join(' · ');
}

type PeriodsProps = {
  ref: Ref<HTMLUListElement>;
  plan: CoverPlan;
  isDay: boolean;
  choices: Choices;
  onChoose: (key: string, choice: Choice) => void;
  onTakeBack: (cover: AskedCover) => void;
};

function Periods({ ref, plan, isDay, choices, onChoose, onTakeBack }: PeriodsProps) {
  const { isSetUp, hasTimetable, periods, colleagues } = plan;
  const manage = (
    <Link to={`${paths.schoolAdmin.manageSchool}#cover`} className="link">
      Manage School
    </Link>
  );
  if (!isSetUp) return <p className="text-label">Add your bell schedules in {manage} first.</p>;
  if (periods.length === 0) return <p className="text-label">No period needs a colleague.</p>;
  return (
    <>
      {hasTimetable ? null : (
        <Banner tone="note" title="No one’s periods have been entered yet">
          Enter who teaches when in {manage}. Then you’ll see who is free.
        </Banner>
      )}
      <ul ref={ref} className="divide-y divide-line border-y border-line">
        {periods.map((period) => (
          <CoverPeriod
            key={keyOf(period)}
            period={period}
            title={isDay ? `${period.teacherName}, ${periodInWords(period.period)}` : undefined}
            periods={periods}
            colleagues={colleagues}
            choices={choices}
            onChoose={(choice) => onChoose(keyOf(period), choice)}
            onTakeBack={onTakeBack}
          />
        ))}
      </ul>
    </>
  );
}
