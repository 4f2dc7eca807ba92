import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Ref, useId, useState } from 'react';
import { changeDay, previewDayChange, undoDayChange } from '#contract/day-change.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { closureLimits } from '#domain/closure.ts';
import { type DayChange, dayChangeLimits, delayName } from '#domain/day-change.ts';
import { formatLongDate, formatTime, formatTimeRange } from '#domain/time.ts';
import { undoSeconds } from '#domain/undo.ts';
import { changed } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';
import { CallError } from '#web/api/call-error.tsx';
import { sentenceOf } from '#web/api/errors.ts';
import { useCommand } from '#web/api/use-command.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Radio } from '#web/ui/choice.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { Dot } from '#web/ui/dotted.tsx';
import { Field, FieldGroup } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Loading, SkeletonRows } from '#web/ui/loading.tsx';
import { showToast } from '#web/ui/toast.ts';
import { useShown } from '#web/ui/use-shown.ts';
import { counted } from '#web/words/time.ts';

type Effects = ReplyOf<typeof previewDayChange>;

type DayChangeDialogProps = { type: DayChange['type']; date: string; onClose: () => void };

const usualReason = 'Weather';

/** Opens late or closes for a day, after a preview of the changes. It is mounted while it is open. */
export function DayChangeDialog({ type, date, onClose }: DayChangeDialogProps) {
  const [minutes, setMinutes] = useState(120);
  const [name, setName] = useState(usualReason);
  const change: DayChange = type === 'delay' ? { type, minutes } : { type, name: name.trim() };
  const isValid = change.type === 'delay' ? isDelay(change.minutes) : change.name !== '';
  const preview = useQuery({
    queryKey: ['board', 'change', date, type, type === 'delay' ? minutes : 0],
    // The reason doesn't affect the classes, so typing it makes no call.
    queryFn: ({ signal }) =>
      call(previewDayChange, {
        body: { date, change: type === 'delay' ? { type, minutes } : { type, name: 'Closed' } },
        signal,
      }),
    enabled: type === 'close' || isValid,
    placeholderData: keepPreviousData,
  });
  const make = useChangeDay({ date, change }, onClose);
  const [isThere, shown] = useShown<HTMLDivElement>();
  const isShown = isThere && !preview.isPlaceholderData;
  const submit = () => {
    if (isValid && isShown && !make.isPending) make.mutate();
  };
  const error = make.error ?? preview.error;
  const changesNothing = type === 'delay' && preview.data?.changed.length === 0 && preview.data.bells === null;
  return (
    <Dialog
      onClose={onClose}
      onSubmit={submit}
      // Choosing one of the offered delays again takes one tap.
      dirty={type === 'delay' ? ![60, 120].includes(minutes) : name !== usualReason}
      locked={make.isPending}
      title={type === 'delay' ? 'Open late' : 'Close for the day'}
      subtitle={formatLongDate(date)}
      footer={
        <>
          <CloseButton>Cancel</CloseButton>
          <Button
            type="submit"
            variant={type === 'delay' ? 'filled' : 'danger'}
            disabled={!isValid || changesNothing || !isShown}
            pending={make.isPending}
            pendingText={type === 'delay' ? 'Moving classes...' : 'Closing...'}
          >
            {type === 'delay' ? 'Open late' : 'Close school'}
          </Button>
        </>
      }
    >
      {type === 'delay' ? (
        <Delay minutes={minutes} onChange={setMinutes} />
      ) : (
        <Field
          label="Reason"
          hint="For example, Snow day. Teachers and substitutes see it."
          error={isValid ? undefined : 'Enter why the school is closed.'}
        >
          <Input
            value={name}
            maxLength={closureLimits.name}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
      )}
      {preview.isError ? null : (
        <Loading when={preview.isPending && isValid} label="Loading the classes" skeleton={<SkeletonRows plain />}>
          {() => (preview.data === undefined ? null : <Preview ref={shown} type={type} effects={preview.data} />)}
        </Loading>
      )}
      <CallError error={error} />
    </Dialog>
  );
}

const isDelay = (minutes: number) => Number.isInteger(minutes) && minutes >= 5 && minutes <= dayChangeLimits.minutes;

function Delay({ minutes, onChange }: { minutes: number; onChange: (minutes: number) => void }) {
  const [isOther, setIsOther] = useState(false);
  const name = useId();
  const choose = (value: number) => {
    setIsOther(false);
    onChange(value);
  };
  return (
    <>
      <FieldGroup label="School opens">
        {[120, 60].map((value) => (
          <Radio
            key={value}
            name={name}
            label={value === 60 ? '1 hour late' : `${value / 60} hours late`}
            checked={!isOther && minutes === value}
            onChange={() => choose(value)}
          />
        ))}
        <Radio name={name} label="Another delay" checked={isOther} onChange={() => setIsOther(true)} />
      </FieldGroup>
      {isOther ? (
        <Field
          label="Minutes late"
          error={isDelay(minutes) ? undefined : `Enter 5 to ${dayChangeLimits.minutes} minutes.`}
        >
          <Input
            type="number"
            inputMode="numeric"
            min={5}
            max={dayChangeLimits.minutes}
            value={Number.isNaN(minutes) ? '' : minutes}
            onChange={(event) => onChange(event.target.valueAsNumber)}
          />
        </Field>
      ) : null}
    </>
  );
}

/** Shows a preview of the change. */
function Preview({ ref, type, effects }: { ref: Ref<HTMLDivElement>; type: DayChange['type']; effects: Effects }) {
  const { changed: moved, kept, opensAt } = effects;
  const startsLater = type === 'delay';
  return (
    <div ref={ref} className="grid gap-3 text-label">
      <p role="status" className="font-semibold text-ink">
        {summary(type, effects)}
      </p>
      {moved.length === 0 ? null : (
        <ul
          aria-label={startsLater ? 'Classes that start later' : 'Classes that are canceled'}
          className="divide-y divide-line"
        >
          {moved.map((one) => (
            <li key={one.id} className="py-1.5">
              <p className="wrap-anywhere text-ink">
                <span className="tabular-nums">
                  {one.newStartTime === null
                    ? formatTimeRange(one.startTime, one.endTime)
                    : `${formatTimeRange(one.newStartTime, one.endTime)} (was ${formatTime(one.startTime)})`}
                </span>
                <Dot />
                {one.description}
              </p>
              <p className="text-meta wrap-anywhere text-ink-3">
                {one.teacherName}
                <Dot />
                {one.substituteName ?? 'No substitute'}
              </p>
              {one.otherDays === 0 ? null : (
                <p className="text-meta wrap-anywhere text-ink-2">
                  Part of a job. Its {counted(one.otherDays, 'other day')} won’t change.
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      {kept.length === 0 ? null : (
        <Banner tone="pending" title={`${counted(kept.length, 'class stays', 'classes stay')} as planned`}>
          <ul>
            {kept.map((one) => (
              <li key={one.id} className="wrap-anywhere">
                {one.description}, {formatTimeRange(one.startTime, one.endTime)}: {one.because}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      <p className="text-ink-2">{notified(effects)}</p>
      {startsLater && moved.length > 0 ? (
        <p className="text-ink-2">
          School opens at {formatTime(opensAt)} and ends at the usual time. We’ll ask booked substitutes to confirm the
          new start.
        </p>
      ) : null}
      {effects.bells === null ? null : (
        <p className="text-ink-2">
          The bells follow <strong className="font-semibold text-ink">{effects.bells}</strong>. If colleagues were asked
          to cover periods, we’ll cancel that. Plan the periods again.
        </p>
      )}
      {startsLater ? null : <p className="text-ink-2">The day is added to the closed days in Manage School.</p>}
    </div>
  );
}

function summary(type: DayChange['type'], { changed: moved, opensAt }: Effects): string {
  if (type === 'close')
    return moved.length === 0
      ? 'No classes to cancel.'
      : `${counted(moved.length, 'class', 'classes')} will be canceled.`;
  return moved.length === 0
    ? `No class starts before ${formatTime(opensAt)}, so no class changes.`
    : `${counted(moved.length, 'class starts', 'classes start')} later.`;
}

function notified({ teachers, substitutes }: Effects): string {
  const people = [
    ...(teachers > 0 ? [counted(teachers, 'teacher')] : []),
    ...(substitutes > 0 ? [counted(substitutes, 'substitute')] : []),
  ];
  return people.length === 0
    ? 'No one needs to be notified.'
    : `We’ll notify ${people.join(' and ')}, with one message each.`;
}

/** Makes the change, and offers Undo for a few seconds. */
function useChangeDay(body: { date: string; change: DayChange }, close: () => void) {
  const queries = useQueryClient();
  const shown = () => changed(queries, 'vacancies', 'schools', 'cover');
  const undoIt = async (undo: string) => {
    try {
      await call(undoDayChange, { body: { undo } });
      // The board shows the day first.
      await shown();
      showToast({ title: 'Undone', text: 'The day is as it was. No one was notified.' });
    } catch (error) {
      showToast({ title: 'Error', text: sentenceOf(error), destructive: true });
      await shown();
    }
  };
  return useCommand({
    send: () => call(changeDay, { body }),
    toast: ({ changed: moved, undo }) => {
      const classes = counted(moved.length, 'class', 'classes');
      return {
        title: body.change.type === 'delay' ? delayName(body.change.minutes) : 'School closed',
        text: body.change.type === 'delay' ? `${classes} moved.` : `${classes} canceled.`,
        duration: undoSeconds.offered * 1000,
        ...(undo !== null && { action: { label: 'Undo', act: () => void undoIt(undo) } }),
      };
    },
    onDone: close,
    changes: ['vacancies', 'schools', 'cover'],
  });
}
