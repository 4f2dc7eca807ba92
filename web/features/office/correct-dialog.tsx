import { useState, type FormEvent } from 'react';
import type { Vacancy } from '#contract/vacancies.ts';
import { formatDate } from '#domain/time.ts';
import { vacancyLimits } from '#domain/vacancy.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { CandidateList } from '#web/features/office/candidate-list.tsx';
import { useCorrectVacancy } from '#web/features/vacancies/move/changes.ts';
import { whatChanged } from '#web/features/vacancies/move/what-changed.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Radio } from '#web/ui/choice.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { Field, FieldGroup } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';

const noOne = 0;

type CorrectDialogProps = {
  vacancy: Vacancy;
  /** The current vacancy. It is null if it was deleted, undefined while that is unknown. */
  current: Vacancy | null | undefined;
  onClose: () => void;
};

/** Records who was actually there once a vacancy is over, and why the record changes. It is mounted while it is open. */
export function CorrectDialog({ vacancy, current, onClose }: CorrectDialogProps) {
  const [person, setPerson] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const correct = useCorrectVacancy(vacancy, onClose);
  const missing = { person: asked && person === null, reason: asked && reason.trim() === '' };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (correct.isPending) return;
    setAsked(true);
    if (person === null) event.currentTarget.querySelector<HTMLElement>('input[name="present"]')?.focus();
    else if (reason.trim() === '') event.currentTarget.querySelector('textarea')?.focus();
    else correct.mutate({ substituteId: person === noOne ? null : person, reason: reason.trim() });
  };
  const choice = (id: number, label: string, hint?: string) => (
    <Radio
      name="present"
      label={<span className="font-semibold">{label}</span>}
      hint={hint}
      checked={person === id}
      onChange={() => setPerson(id)}
    />
  );
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      dirty={person !== null || reason.trim() !== ''}
      changed={correct.isPending ? null : whatChanged(vacancy, current)}
      title="Who was there?"
      subtitle={`${vacancy.description}, ${formatDate(vacancy.date)}`}
      footer={
        <>
          <CloseButton>Cancel</CloseButton>
          <Button type="submit" variant="filled" pending={correct.isPending} pendingText="Saving...">
            Save
          </Button>
        </>
      }
    >
      <p>
        {vacancy.substitute === null
          ? 'The record says that no one was there.'
          : `The record says that ${vacancy.substitute.fullName} was there.`}{' '}
        We’ll notify the teacher and the substitutes involved. Substitutes don’t see the reason.
      </p>
      <FieldGroup label="Who was there" error={missing.person ? 'Choose who was there.' : undefined}>
        {choice(noOne, 'No one')}
        <CandidateList vacancyId={vacancy.id}>
          {({ id, fullName, canAssign, qualifications }) =>
            canAssign ? (
              <li key={id}>{choice(id, fullName, qualifications ?? undefined)}</li>
            ) : (
              <li key={id} className="py-2 text-label text-ink-3">
                {fullName} was in another class at that time
              </li>
            )
          }
        </CandidateList>
      </FieldGroup>
      <Field label="Why" error={missing.reason ? 'Enter a short reason.' : undefined}>
        <Textarea
          rows={2}
          maxLength={vacancyLimits.reason}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      {correct.error ? (
        <Banner tone="danger" live>
          {sentenceOf(correct.error)}
        </Banner>
      ) : null}
    </Dialog>
  );
}
