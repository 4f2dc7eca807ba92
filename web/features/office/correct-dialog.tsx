import { formatDate } from '#domain/time.ts';
import { vacancyLimits } from '#domain/vacancy.ts';
import { sending } from '#web/api/sending.ts';
import { CandidateList } from '#web/features/office/candidate-list.tsx';
import { useCorrectVacancy } from '#web/features/vacancies/move/changes.ts';
import { whatChanged } from '#web/features/vacancies/move/what-changed.ts';
import type { VacancyDialogProps } from '#web/features/vacancies/move/use-vacancy-layer.ts';
import { Radio } from '#web/ui/choice.tsx';
import { Field, FieldGroup } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { useBlankForm } from '#web/ui/use-form.ts';

const noOne = '0';

/**
 * Records who was actually there once a vacancy is over, and why the record changes. It is mounted while it is open.
 */
export function CorrectDialog({ vacancy, current, onClose }: VacancyDialogProps) {
  const correct = useCorrectVacancy(vacancy, onClose);
  const form = useBlankForm({ reason: '', present: '' }, ({ reason, present }) => ({
    ...(reason.trim() === '' && { reason: 'Enter a short reason.' }),
    ...(present === '' && { present: 'Choose who was there.' }),
  }));
  const { present, reason } = form.values;
  const submit = () =>
    correct.mutate(
      { substituteId: present === noOne ? null : Number(present), reason: reason.trim() },
      { onError: form.refuse },
    );
  // The first choice is focused if none is made.
  const group = form.field('present');
  const choice = (value: string, label: string, hint?: string) => (
    <Radio
      id={value === noOne ? group.id : undefined}
      name="present"
      label={<span className="font-semibold">{label}</span>}
      hint={hint}
      checked={present === value}
      onChange={() => form.set({ present: value })}
    />
  );
  return (
    <FormDialog
      onClose={onClose}
      title="Who was there?"
      subtitle={`${vacancy.description}, ${formatDate(vacancy.date)}`}
      form={form}
      onSubmit={submit}
      submitLabel="Save"
      {...sending(correct, 'Saving...')}
      changed={whatChanged(vacancy, current)}
    >
      <p>
        {vacancy.substitute === null
          ? 'The record says that no one was there.'
          : `The record says that ${vacancy.substitute.fullName} was there.`}{' '}
        We’ll notify the teacher and the substitutes involved. Substitutes don’t see the reason.
      </p>
      {/* The reason comes before the list, which may be longer than the window. */}
      <Field {...form.field('reason')} label="Why the record changes">
        <Textarea {...form.text('reason')} rows={2} maxLength={vacancyLimits.reason} />
      </Field>
      <FieldGroup error={group.error} label="Who was there">
        {choice(noOne, 'No one')}
        <CandidateList vacancyId={vacancy.id}>
          {({ id, fullName, canAssign, qualifications }) =>
            canAssign ? (
              <li key={id}>{choice(String(id), fullName, qualifications ?? undefined)}</li>
            ) : (
              <li key={id} className="py-2 text-label text-ink-3">
                {fullName} was in another class at that time
              </li>
            )
          }
        </CandidateList>
      </FieldGroup>
    </FormDialog>
  );
}
