import { useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
import { approveExclusion, endExclusion, type listExclusions, putExclusion } from '#contract/exclusions.ts';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { mostReason } from '#domain/exclusion.ts';
import { formatShortDate } from '#domain/time.ts';
import { call } from '#web/api/client.ts';
import { useCommand } from '#web/api/use-command.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { sending } from '#web/api/sending.ts';
import { exclusionsQuery } from '#web/features/person/record-queries.ts';
import { useLayer } from '#web/navigation/use-layer.ts';
import { useSession } from '#web/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { focusHeading } from '#web/ui/focus-heading.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { useBlankForm } from '#web/ui/use-form.ts';

type Exclusion = ReplyOf<typeof listExclusions>[number];
type ExclusionsProps = { id: number; name: string };

/**
 * Shows whether the reader's school, or a teacher for their own classes, stopped offering vacancies to a substitute,
 * with the reason and the buttons to begin, answer and end it.
 */
export function Exclusions({ id, name }: ExclusionsProps) {
  const { data, error } = useQuery(exclusionsQuery(id));
  const isTeacher = useSession().role === 'teacher';
  const layer = useLayer('exclude');
  const section = useFocusKept(data);
  if (data === undefined) return error === null ? null : <p className="text-label">{sentenceOf(error)}</p>;
  const hasOwn = data.some(({ teacherName }) => isTeacher || teacherName === null);
  return (
    <section ref={section} tabIndex={-1} aria-label="Job offers" className="grid gap-2">
      {data.map((exclusion) => (
        <Line key={exclusion.id} exclusion={exclusion} id={id} name={name} isTeacher={isTeacher} />
      ))}
      {hasOwn ? null : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {isTeacher ? null : (
            <p className="min-w-0 flex-1 basis-60 text-label max-md:basis-full">
              <b>Job offers</b>{' '}
              <span className="text-ink-3">
                {data.every(({ isPending }) => isPending) ? 'all' : 'all other classes'}
              </span>
            </p>
          )}
          <Button variant="plain" onClick={() => layer.show(String(id))} className="max-md:-ml-3.5">
            {isTeacher ? 'Ask to stop offering my classes' : 'Stop offering jobs'}
          </Button>
        </div>
      )}
      {layer.open === String(id) ? (
        <ExcludeDialog id={id} name={name} isTeacher={isTeacher} onClose={layer.close} />
      ) : null}
    </section>
  );
}

/** Moves focus to the section when a change removes the button that had it. */
function useFocusKept(exclusions: readonly Exclusion[] | undefined): RefObject<HTMLElement | null> {
  const section = useRef<HTMLElement>(null);
  const before = useRef(exclusions);
  useLayoutEffect(() => {
    const isChanged = before.current !== undefined && before.current !== exclusions;
    before.current = exclusions;
    if (isChanged && document.activeElement === document.body) focusHeading(section.current);
  }, [exclusions]);
  return section;
}

function Line({ exclusion, id, name, isTeacher }: ExclusionsProps & { exclusion: Exclusion; isTeacher: boolean }) {
  const { reason, isPending, teacherName } = exclusion;
  const canAgree = isPending && !isTeacher;
  const body = { exclusionId: exclusion.id };
  const changes = { changes: ['people'], refetchesAnyway: true } as const;
  const approve = useCommand({
    ...changes,
    send: () => call(approveExclusion, { params: { id }, body }),
    toast: { title: `${name} is no longer offered ${teacherName}’s classes` },
    failed: 'Error',
  });
  // The button asks first, because the second tap of a double tap on Agree would hit the button that ends it.
  const [isAsking, ask] = useState(false);
  const end = useCommand({
    ...changes,
    send: () => call(endExclusion, { params: { id }, body }),
    ...(canAgree && { toast: { title: `You declined ${teacherName}’s request` } }),
  });
  const told = isTeacher || teacherName === null ? '' : ` We’ll notify ${teacherName}.`;
  const act = isPending ? (isTeacher ? 'Withdraw' : 'Decline') : 'Offer jobs again';
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="min-w-0 flex-1 basis-60 text-label wrap-anywhere max-md:basis-full">
        <b>{titleOf(exclusion, isTeacher)}</b> <span className="text-ink-3">{reason}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        {canAgree ? (
          <Button
            aria-label={`Agree to stop offering them to ${name}`}
            pending={approve.isPending}
            onClick={() => approve.mutate()}
          >
            Agree
          </Button>
        ) : null}
        <Button
          variant="plain"
          aria-haspopup="dialog"
          onClick={() => ask(true)}
          className={canAgree ? undefined : 'max-md:-ml-3.5'}
        >
          {act}
        </Button>
      </div>
      {isAsking ? (
        <ConfirmDialog
          isPrompt
          onClose={() => {
            end.reset();
            ask(false);
          }}
          onConfirm={() => end.mutate(undefined, { onSuccess: () => ask(false) })}
          title={isPending ? `${act} this request?` : `Offer jobs to ${name} again?`}
          confirmLabel={act}
          {...sending(end)}
        >
          {isPending
            ? `We’ll delete it with its reason. ${name} is still offered ${isTeacher ? 'your' : 'these'} classes.${told}`
            : `We’ll delete the reason. From now on, ${name} is notified of ${isTeacher ? 'your classes' : teacherName === null ? 'your vacancies' : `classes of ${teacherName}`} and can request them.${told}`}
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

/** Returns the state in words: 'Not offered jobs until Fri, Dec 18.' */
function titleOf({ teacherName, endsOn, isPending }: Exclusion, isTeacher: boolean): string {
  const until = endsOn === null ? '' : ` through ${formatShortDate(endsOn)}`;
  if (teacherName === null) return `Not offered jobs${until}.`;
  if (isTeacher)
    return isPending
      ? `Waiting for an administrator’s answer.${endsOn === null ? '' : ` Last day: ${formatShortDate(endsOn)}.`}`
      : `Not offered your classes${until}.`;
  return isPending
    ? `${teacherName} asks to stop offering their classes${until}.`
    : `Not offered ${teacherName}’s classes${until}.`;
}

function ExcludeDialog({
  id,
  name,
  isTeacher,
  onClose,
}: ExclusionsProps & { isTeacher: boolean; onClose: () => void }) {
  const form = useBlankForm({ reason: '', endsOn: '' }, ({ reason }) =>
    reason.trim() === ''
      ? { reason: 'Enter a reason.' }
      : reason.trim().length > mostReason
        ? { reason: `Enter at most ${mostReason} characters.` }
        : {},
  );
  const { reason, endsOn } = form.values;
  const send = useCommand({
    send: () => call(putExclusion, { params: { id }, body: { reason, endsOn: endsOn || null } }),
    toast: { title: isTeacher ? 'Sent to your administrators' : `${name} isn’t offered jobs anymore` },
    onDone: onClose,
    changes: ['people'],
    refetchesAnyway: true,
    failed: form.refuse,
  });
  return (
    <FormDialog
      onClose={onClose}
      title={isTeacher ? `Stop offering your classes to ${name}?` : `Stop offering jobs to ${name}?`}
      form={form}
      onSubmit={() => send.mutate()}
      submitLabel={isTeacher ? 'Ask an administrator' : 'Stop offering jobs'}
      {...sending(send, 'Sending...')}
      intro={
        <p>
          {isTeacher
            ? 'Once an administrator agrees, they won’t be notified of your classes and can’t request them.'
            : 'They won’t be notified of your vacancies and can’t request them. They’ll see that your school is not offering them jobs.'}{' '}
          They keep the classes they’re already booked for, and never see the reason.
        </p>
      }
    >
      <Field label="Reason" {...form.field('reason')}>
        <Textarea rows={3} maxLength={mostReason} {...form.text('reason')} />
      </Field>
      <Field label="Last day" optional {...form.field('endsOn')}>
        <Input type="date" {...form.text('endsOn')} />
      </Field>
    </FormDialog>
  );
}
