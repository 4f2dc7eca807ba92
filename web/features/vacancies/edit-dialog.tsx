import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { Vacancy } from '#contract/vacancies.ts';
import { withoutSubstituteNotes } from '#domain/note.ts';
import { formatDate, localDate } from '#domain/time.ts';
import { vacancyLimits } from '#domain/vacancy.ts';
import { sentenceOf } from '#web/api/errors.ts';
import {
  ChangesTick,
  FlagFields,
  PlansField,
  WhatFields,
  WhenFields,
} from '#web/features/vacancies/absence-fields.tsx';
import { absenceOf, sameAbsence, shiftsOf, whyNotYet, type Absence } from '#web/features/vacancies/absence-form.ts';
import { useDeleteVacancy, useEditVacancy } from '#web/features/vacancies/changes.ts';
import { ownSchoolQuery } from '#web/features/vacancies/absence-queries.ts';
import { fieldId, useAbsenceForm } from '#web/features/vacancies/use-absence-form.ts';
import { useParam } from '#web/navigation/use-param.ts';
import { useLeaveGuard } from '#web/navigation/use-leave-guard.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormSummary } from '#web/ui/form-summary.tsx';
import { Textarea } from '#web/ui/input.tsx';

type EditDialogProps = {
  vacancy: Vacancy;
  now: Date;
  onClose: () => void;
  /** Whether it is the reader's own absence: an admin deletes a vacancy from its card. */
  isOwn?: boolean;
};

/**
 * Edits a vacancy: everything while it is open; once somebody has asked, the lesson plans, an addition to
 * the description and 'May need changes'. 'Cancel absence' takes it away.
 */
export function EditDialog({ vacancy, now, onClose, isOwn = true }: EditDialogProps) {
  const whole = vacancy.can.includes('edit');
  const [addition, setAddition] = useState('');
  // In the place of the dialog's own entry in the history, so that one step back leaves both.
  const [asked, ask] = useParam('remove');
  const removing = asked === String(vacancy.id) && vacancy.can.includes('remove');
  const start = absenceOf(vacancy);
  const today = localDate(now, vacancy.timeZone);
  const state = useAbsenceForm(start, today);
  const school = useQuery(ownSchoolQuery(vacancy.schoolId));
  const edit = useEditVacancy(vacancy);
  const remove = useDeleteVacancy(vacancy, `Your absence on ${formatDate(vacancy.date)} is cancelled.`, onClose);

  const { values } = state;
  const problems = whole ? state.problems : onlyLink(state.problems);
  const changed = addition.trim() !== '' || !sameAbsence(values, start);
  useLeaveGuard(changed);
  const why = whyNotYet(problems, values, 'save') ?? (changed ? null : 'Nothing has changed yet.');

  const save = async (body: Parameters<typeof edit.mutateAsync>[0]) => {
    try {
      await edit.mutateAsync(body);
      onClose();
    } catch (error) {
      state.showRefused(error);
    }
  };
  const saveWhole = ({
    notifyAllSubstitutes: _all,
    selectedSubstitutes: _some,
    severalDays: _several,
    lastDate: _last,
    leftOut: _days,
    ...fields
  }: Absence) => save(fields);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (edit.isPending || why !== null) return;
    if (whole) void state.form.handleSubmit(saveWhole)(event);
    else {
      const additionalNotes =
        addition.trim() === ''
          ? {}
          : { additionalNotes: `${withoutSubstituteNotes(vacancy.additionalNotes)}\n${addition.trim()}` };
      void save({ googleDocLink: values.googleDocLink, mayNeedChanges: values.mayNeedChanges, ...additionalNotes });
    }
  };
  const shared = { state, shifts: shiftsOf(school.data), school: school.data, timeZone: vacancy.timeZone, today, now };
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        wide
        title={whole ? 'Edit Vacancy' : 'Add Plans or Notes'}
        subtitle={`${vacancy.description}, ${formatDate(vacancy.date)}`}
        dirty={changed}
        onSubmit={submit}
        footer={
          <>
            {/* Beside the button: the form is longer than a phone is high. */}
            {edit.error ? (
              <div className="basis-full">
                <Banner tone="danger" live>
                  {sentenceOf(edit.error)}
                </Banner>
              </div>
            ) : null}
            {isOwn && vacancy.can.includes('remove') ? (
              <span className="mr-auto max-md:basis-full">
                <Button
                  variant="danger-plain"
                  onClick={() => ask(String(vacancy.id))}
                  className="max-md:min-h-12 max-md:w-full"
                >
                  Cancel absence
                </Button>
              </span>
            ) : null}
            <Button onClick={onClose}>Close</Button>
            <Button
              type="submit"
              variant="filled"
              disabled={why !== null}
              pending={edit.isPending}
              pendingText="Saving..."
              aria-describedby="why-not-saved"
            >
              Save
            </Button>
          </>
        }
      >
        <div {...state.handlers} className="grid gap-5">
          <FormSummary problems={state.summary} attempt={state.attempt} />
          {whole ? (
            <>
              <WhenFields {...shared} />
              <WhatFields {...shared} />
              <fieldset className="grid gap-2">
                <legend className="sr-only">Options</legend>
                <FlagFields {...shared} />
              </fieldset>
            </>
          ) : (
            <>
              <Banner>Somebody has agreed to these times, so only what helps them can change. They are told.</Banner>
              <Field
                id={fieldId('additionalNotes')}
                label="Add to the description"
                optional
                error={state.errors.additionalNotes}
                hint={<span className="whitespace-pre-line">{vacancy.additionalNotes}</span>}
              >
                <Textarea
                  name="additionalNotes"
                  rows={3}
                  maxLength={vacancyLimits.description}
                  value={addition}
                  onChange={(event) => setAddition(event.target.value)}
                />
              </Field>
              <PlansField state={state} />
              <ChangesTick state={state} />
            </>
          )}
          <p id="why-not-saved" role="status" className="text-meta text-ink-3">
            {why}
          </p>
        </div>
      </Dialog>
      <ConfirmDialog
        open={removing}
        onClose={() => ask(null)}
        onConfirm={() => remove.mutate()}
        title={`Cancel your absence on ${formatDate(vacancy.date)}?`}
        confirmLabel="Cancel absence"
        keepLabel="Keep it"
        danger
        pending={remove.isPending}
        pendingText="Cancelling..."
        error={remove.error === null ? undefined : `Failed to delete vacancy: ${sentenceOf(remove.error)}`}
      >
        {whoIsTold(vacancy)}
      </ConfirmDialog>
    </>
  );
}

/** A vacancy that somebody has asked for may lie in the past by now, which is no fault of what is added to it. */
function onlyLink({ googleDocLink }: ReturnType<typeof useAbsenceForm>['problems']): { googleDocLink?: string } {
  return googleDocLink === undefined ? {} : { googleDocLink };
}

function whoIsTold({ description, substitute, requester, status }: Vacancy): string {
  const person = substitute ?? requester;
  if (status === 'open' || person === null)
    return `${description} needs no substitute any more. Nobody can ask for it then.`;
  return `${person.fullName} ${status === 'filled' ? 'covers' : 'asked for'} ${description} and is told that you need nobody.`;
}
