import { useQuery } from '@tanstack/react-query';
import { useState, type ComponentProps } from 'react';
import * as z from 'zod/mini';
import type { Vacancy } from '#contract/vacancies.ts';
import { vacancyChanges } from '#contract/vacancy-moves.ts';
import { withoutSubstituteNotes } from '#domain/note.ts';
import { formatDate, localDate } from '#domain/time.ts';
import { vacancyLimits } from '#domain/vacancy.ts';
import { CallError } from '#web/api/call-error.tsx';
import { sentenceOf } from '#web/api/errors.ts';
import {
  ChangesTick,
  FlagFields,
  PlansField,
  WhatFields,
  WhenFields,
} from '#web/features/vacancies/post/absence-fields.tsx';
import { CancelAbsenceDialog } from '#web/features/vacancies/post/cancel-absence-dialog.tsx';
import { absenceOf, shiftsOf, whyNotYet } from '#web/features/vacancies/post/absence-form.ts';
import { isAlreadyAbsent, useEditVacancy } from '#web/features/vacancies/move/changes.ts';
import { ownSchoolQuery } from '#web/features/vacancies/post/absence-queries.ts';
import { Notes } from '#web/features/vacancies/card/notes.tsx';
import { EditScope, useEditScope } from '#web/features/vacancies/post/edit-scope.tsx';
import { fieldId, useAbsenceForm } from '#web/features/vacancies/post/use-absence-form.ts';
import { whatChanged } from '#web/features/vacancies/move/what-changed.ts';
import type { VacancyDialogProps } from '#web/features/vacancies/move/use-vacancy-layer.ts';
import { useLayer } from '#web/navigation/use-layer.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormSummary } from '#web/ui/form-summary.tsx';
import { Textarea } from '#web/ui/input.tsx';

type EditDialogProps = VacancyDialogProps & {
  now: Date;
  /** Whether it is the reader's own absence. Admins delete a vacancy from its card. */
  isOwn?: boolean;
  /** Called when the absence is gone, if a dialog below this one is about it, too. */
  onCanceled?: (() => void) | undefined;
};

/**
 * Edits a vacancy: everything while it is open or filled. While a request waits, only lesson plans, an addition to the
 * description and 'May need changes'. 'Cancel absence' deletes it.
 */
export function EditDialog({ vacancy, current, now, onClose, onCanceled, isOwn = true }: EditDialogProps) {
  const edit = useEdit({ vacancy, current, now, onClose });
  const { whole, state, scope, hasNewDate, changed, why, save, isPending, isGone, today } = edit;
  const removal = useLayer('remove');
  const removing = removal.open === String(vacancy.id) && vacancy.can.includes('remove');
  const school = useQuery(ownSchoolQuery(vacancy.schoolId));
  const shared = {
    state,
    shifts: shiftsOf(school.data),
    school: school.data,
    timeZone: vacancy.timeZone,
    today,
    now,
    teacherId: vacancy.teacherId,
    isExtraHands: vacancy.isExtraHands ?? false,
  };
  return (
    <>
      <Dialog
        onClose={onClose}
        wide
        title={whole ? 'Edit Vacancy' : 'Add Plans or Notes'}
        subtitle={`${vacancy.description}, ${formatDate(vacancy.date)}`}
        dirty={changed}
        changed={isPending || removing ? null : whatChanged(vacancy, current)}
        onSubmit={save}
        footer={
          <>
            {/* Next to the button, because the form is taller than a phone. */}
            {isGone ? null : <EditFailure error={edit.error} isPending={isPending} onSaveAnyway={() => save(true)} />}
            {isOwn && !isGone && vacancy.can.includes('remove') ? (
              <span className="mr-auto max-md:basis-full">
                <Button
                  variant="danger-plain"
                  onClick={() => removal.show(String(vacancy.id))}
                  className="max-md:min-h-12 max-md:w-full"
                >
                  Cancel absence
                </Button>
              </span>
            ) : null}
            <CloseButton>Close</CloseButton>
            {isGone ? null : (
              <Button
                type="submit"
                variant="filled"
                disabled={why !== null}
                pending={isPending}
                pendingText="Saving..."
                aria-describedby="why-not-saved"
              >
                Save
              </Button>
            )}
          </>
        }
      >
        <div {...state.handlers} className="grid gap-5">
          <FormSummary problems={state.problems} attempt={state.attempt} />
          <EditScope {...scope} vacancy={vacancy} hasNewDate={hasNewDate} />
          {whole ? (
            <WholeFields {...shared} vacancy={vacancy} />
          ) : (
            <AddedFields state={state} teacherId={vacancy.teacherId} addition={edit.addition} onAdd={edit.add} />
          )}
          <p id="why-not-saved" role="status" className="text-meta text-ink-3">
            {isGone ? null : why}
          </p>
        </div>
      </Dialog>
      {removing ? (
        <CancelAbsenceDialog
          vacancy={vacancy}
          current={current}
          onClose={removal.close}
          onCanceled={onCanceled ?? onClose}
        />
      ) : null}
    </>
  );
}

/** The edit of a vacancy: its form and days, and why it can't be saved yet. */
function useEdit({ vacancy, current, now, onClose }: VacancyDialogProps & { now: Date }) {
  const whole = vacancy.can.includes('edit');
  const [addition, setAddition] = useState('');
  const today = localDate(now, vacancy.timeZone);
  const scope = useEditScope(vacancy);
  const edit = useEditVacancy(vacancy);
  const state = useAbsenceForm({
    record: current ?? vacancy,
    valuesOf: absenceOf,
    today,
    pending: edit.isPending,
    // A requested vacancy may be in the past by now, but people can still add to it.
    ...(!whole && { only: ['googleDocLink', 'planFileIds'] as const }),
  });

  const { values, changes } = state;
  const hasNewDate = changes.date !== undefined;
  const jobDays = hasNewDate ? null : scope.chosen;
  const changed = addition.trim() !== '' || state.dirty;
  const why = whyNotYet(state.found, values, 'save') ?? (changed ? null : 'There’s nothing to save yet.');

  // The text stays, so it can be copied.
  const isGone = current === null;
  const save = (saveAnyway = false) => {
    if (edit.isPending || isGone || why !== null || !state.accepts()) return;
    const additionalNotes = `${withoutSubstituteNotes(values.additionalNotes)}\n${addition.trim()}`;
    const body = z.safeParse(vacancyChanges, {
      ...changes,
      ...(changes.grade === '' && { grade: null }),
      ...(addition.trim() && { additionalNotes }),
      version: state.version,
      ...(saveAnyway && { saveAnyway }),
    });
    if (body.success) edit.mutate({ body: body.data, jobDays }, { onSuccess: onClose, onError: refused });
    // The form's fields are valid at this point, but an addition may be too long.
    else state.refuseValue('additionalNotes', body.error.issues[0]?.message ?? '');
  };
  const refused = (error: Error) => {
    if (jobDays !== null) scope.refresh();
    state.refuse(error);
  };
  const add = (text: string) => {
    setAddition(text);
    state.clear('additionalNotes');
  };
  const { isPending, variables } = edit;
  // "Already absent" is about the day and times that were sent.
  const isSent = (['date', 'startTime', 'endTime'] as const).every((name) => changes[name] === variables?.body[name]);
  const error = isAlreadyAbsent(edit.error) && !isSent ? null : edit.error;
  return { whole, state, scope, hasNewDate, changed, why, save, error, isPending, isGone, today, addition, add };
}

type EditFailureProps = { error: Error | null; isPending: boolean; onSaveAnyway: () => void };

/** Shows why the last attempt failed. If the teacher is already absent then, it offers to save anyway. */
function EditFailure({ error, isPending, onSaveAnyway }: EditFailureProps) {
  if (error === null) return null;
  return (
    <div className="basis-full">
      {isAlreadyAbsent(error) ? (
        <Banner
          tone="pending"
          live
          title={sentenceOf(error)}
          actions={
            <Button pending={isPending} onClick={onSaveAnyway}>
              Save anyway
            </Button>
          }
        >
          Two vacancies would be offered for the same hours.
        </Banner>
      ) : (
        <CallError error={error} />
      )}
    </div>
  );
}

type WholeFieldsProps = ComponentProps<typeof WhatFields> & { vacancy: Vacancy };

/** Shows every field of a vacancy that is open or filled. */
function WholeFields({ vacancy, ...shared }: WholeFieldsProps) {
  const isBooked = vacancy.status === 'filled';
  return (
    <>
      {isBooked ? (
        <Banner>
          We’ll notify {vacancy.substitute?.fullName ?? 'the substitute'} of every change. If the times move by more
          than 15 minutes, we’ll ask them to confirm again.
        </Banner>
      ) : null}
      <WhenFields {...shared} />
      <WhatFields {...shared} />
      {isBooked ? (
        <ChangesTick state={shared.state} />
      ) : (
        <fieldset className="grid gap-2">
          <legend className="sr-only">Options</legend>
          <FlagFields {...shared} />
        </fieldset>
      )}
    </>
  );
}

type AddedFieldsProps = ComponentProps<typeof PlansField> & { addition: string; onAdd: (text: string) => void };

/** Shows what can be added to a vacancy while a request waits. */
function AddedFields({ state, teacherId, addition, onAdd }: AddedFieldsProps) {
  const { additionalNotes } = state.values;
  return (
    <>
      <Banner>A substitute has agreed to these times, so you can only add plans and notes. We’ll notify them.</Banner>
      {additionalNotes.trim() === '' ? null : (
        <Facts facts={[{ label: 'Description', value: <Notes of={additionalNotes} />, wide: true }]} />
      )}
      <Field
        id={fieldId('additionalNotes')}
        label="Add to the description"
        optional
        error={state.field('additionalNotes').error}
      >
        <Textarea
          name="additionalNotes"
          rows={3}
          maxLength={vacancyLimits.description}
          value={addition}
          onChange={(event) => onAdd(event.target.value)}
        />
      </Field>
      <PlansField state={state} teacherId={teacherId} />
      <ChangesTick state={state} />
    </>
  );
}
