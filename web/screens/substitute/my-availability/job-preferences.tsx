import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import type { ReplyOf, Sent } from '#contract/endpoint.ts';
import { getJobPreferences, putJobPreferences } from '#contract/preferences.ts';
import { gradeName } from '#domain/class.ts';
import { grades } from '#domain/grade.ts';
import { dayLengths, type JobPreferences, mileChoices, noticeChoices } from '#domain/preferences.ts';
import { subjects } from '#domain/subject.ts';
import { CallError } from '#web/api/call-error.tsx';
import { call } from '#web/api/client.ts';
import { reading } from '#web/api/reading.ts';
import { SaveChanges } from '#web/api/save-changes.tsx';
import { useCommand } from '#web/api/use-command.ts';
import { useUnsavedText } from '#web/ui/unsaved.ts';
import { Checkbox } from '#web/ui/choice.tsx';
import { Field, FieldGroup } from '#web/ui/field.tsx';
import { changeInWords, isSame } from '#web/ui/form-state.ts';
import { Form } from '#web/ui/form.tsx';
import { SectionHeader } from '#web/ui/headers.tsx';
import { Input, Options, Select } from '#web/ui/input.tsx';
import { problemsOf } from '#web/ui/problems.ts';
import { useForm } from '#web/ui/use-form.ts';

const preferencesQuery = reading(['availability', 'preferences'], getJobPreferences);

const lengths: Record<JobPreferences['days'], string> = {
  any: 'Full and half days',
  full: 'Full days only',
  half: 'Half days only',
};

function noticeWords(hours: number): string {
  if (hours === 0) return 'Any, even the same morning';
  if (hours % 24 === 0) return hours === 24 ? '1 day' : `${hours / 24} days`;
  return hours === 1 ? '1 hour' : `${hours} hours`;
}

const mileWords = (miles: number | null) => (miles === null ? 'Any' : `${miles} miles`);

type Preferences = ReplyOf<typeof getJobPreferences>;
type Changes = Sent<typeof putJobPreferences>['body'];
type Values = ReturnType<typeof valuesOf>;

const names = ['days', 'noticeHours', 'zip', 'miles', 'grades', 'subjects'] as const;

function valuesOf({ days, noticeHours, grades: chosen, subjects: taught, miles, zip }: Preferences) {
  return { days, noticeHours, grades: chosen, subjects: taught, miles, zip: zip ?? '' };
}

/** Returns the changed fields in the call's format. A distance needs a ZIP code. */
function inputOf({ zip, ...changes }: Partial<Values>): Changes {
  return {
    ...changes,
    ...(zip !== undefined && (zip.trim() === '' ? { zip: null, miles: null } : { zip: zip.trim() })),
  };
}

function inWords(name: keyof Values, { days, noticeHours, zip, miles, grades: chosen, subjects: taught }: Values) {
  const words: Record<keyof Values, string> = {
    days: lengths[days],
    noticeHours: noticeWords(noticeHours),
    zip,
    miles: mileWords(miles),
    grades: allOr(chosen, gradeName),
    subjects: allOr(taught, String),
  };
  return changeInWords(words[name]);
}

function allOr<Value>(chosen: readonly Value[], nameOf: (value: Value) => string): string {
  return chosen.length === 0 ? 'all' : chosen.map(nameOf).join(', ');
}

/** Shows the classes that the substitute wants to be offered. */
export function JobPreferenceFields() {
  const { data, error } = useQuery(preferencesQuery);
  return (
    <section aria-labelledby="job-preferences">
      <SectionHeader id="job-preferences" title="Job preferences" />
      <p className="mb-3 max-w-[62ch] text-label text-ink-3">
        We only offer you classes that match. You can still see and request all others.
      </p>
      <CallError error={error} />
      {data === undefined ? null : <Choices saved={data} />}
    </section>
  );
}

/** Each choice is saved at once, and the ZIP code when the field is left. */
function usePreferences(saved: Preferences) {
  const [isTyping, setTyping] = useState(false);
  const save = useCommand({
    send: (body: Changes) => call(putJobPreferences, { body }),
    toast: { title: 'Job preferences saved' },
    changes: ['availability'],
  });
  const form = useForm({
    record: saved,
    valuesOf,
    names,
    check: (_, changes) => problemsOf(putJobPreferences.body, inputOf(changes), names),
    idOf: (name) => `preference-${name}`,
    inWords,
    others: 'in another window',
    pending: save.isPending,
  });
  const { values, changes, version } = form;
  const send = () =>
    save.mutate(
      { ...inputOf(changes), version },
      { onSuccess: (reply) => form.saved(reply, values), onError: form.refuse },
    );
  const isValid = form.problems.length === 0 && Object.keys(form.found).length === 0;
  // The same call isn't repeated after it failed.
  const isNew = save.error === null || !isSame(save.variables, { ...inputOf(changes), version });
  const isReady = form.dirty && isValid && isNew && !isTyping;
  const sendNow = useEffectEvent(send);
  useEffect(() => {
    if (isReady && !save.isPending) sendNow();
  }, [isReady, save.isPending]);
  // What is being saved needs no question.
  useUnsavedText(form.dirty && !isReady && !save.isPending);
  const submit = () => {
    setTyping(false);
    if (form.dirty && !save.isPending && form.accepts()) send();
  };
  return { form, save, submit, setTyping };
}

function Choices({ saved }: { saved: Preferences }) {
  const { form, save, submit, setTyping } = usePreferences(saved);
  const { values, set } = form;
  return (
    <Form aria-labelledby="job-preferences" onSubmit={submit} className="grid gap-4">
      <div className="card grid gap-4 p-5 max-md:p-4 md:grid-cols-2" {...form.handlers}>
        <Field label="Length of the day" {...form.field('days')}>
          <Select {...form.text('days')}>
            <Options of={dayLengths} nameOf={(days) => lengths[days]} />
          </Select>
        </Field>
        <Field label="Shortest notice" {...form.field('noticeHours')}>
          <Select value={values.noticeHours} onChange={({ target }) => set({ noticeHours: Number(target.value) })}>
            <Options of={noticeChoices} nameOf={noticeWords} />
          </Select>
        </Field>
        <Field label="Your ZIP code" optional hint="Schools only see near, usual or far." {...form.field('zip')}>
          <Input
            inputMode="numeric"
            autoComplete="postal-code"
            maxLength={5}
            {...form.text('zip')}
            onInput={() => setTyping(true)}
            onBlur={() => setTyping(false)}
          />
        </Field>
        <Field
          label="Farthest distance"
          hint={saved.zip === null ? 'Enter your ZIP code first.' : 'As the crow flies'}
          {...form.field('miles')}
        >
          <Select
            value={values.miles ?? ''}
            disabled={saved.zip === null}
            onChange={({ target }) => set({ miles: target.value === '' ? null : Number(target.value) })}
          >
            <option value="">{mileWords(null)}</option>
            <Options of={mileChoices} nameOf={mileWords} />
          </Select>
        </Field>
        <Several
          label="Grades"
          all={grades}
          nameOf={gradeName}
          chosen={values.grades}
          onChange={(chosen) => set({ grades: chosen })}
          field={form.field('grades')}
        />
        <Several
          label="Subjects"
          all={subjects}
          nameOf={(subject) => subject}
          chosen={values.subjects}
          onChange={(chosen) => set({ subjects: chosen })}
          field={form.field('subjects')}
        />
      </div>
      <SaveChanges
        form={{ dirty: form.dirty && save.isError, revert: form.revert }}
        save={save}
        failed="Your choice was not saved"
        isSaidAtField={form.problems.length > 0}
      />
    </Form>
  );
}

type SeveralProps<Value extends string> = {
  label: string;
  all: readonly Value[];
  nameOf: (value: Value) => string;
  /** Empty means all. */
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
  /** Its id, and the question if another window changed it, too. */
  field: { id: string; error: ReactNode };
};

/** This section is collapsed, because most substitutes teach every grade and subject. */
function Several<Value extends string>({ label, all, nameOf, chosen, onChange, field }: SeveralProps<Value>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      open={isOpen || Boolean(field.error)}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="min-w-0"
    >
      <summary className="min-h-touch cursor-pointer py-2 text-label text-ink">
        <span className="font-semibold">{label}</span>
        <span className="text-ink-2 wrap-anywhere">: {allOr(chosen, nameOf)}</span>
      </summary>
      <FieldGroup label={`${label} you want`} hint="Leave all unchecked to be offered every one." {...field}>
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))]">
          {all.map((value) => (
            <li key={value}>
              <Checkbox
                label={nameOf(value)}
                checked={chosen.includes(value)}
                onChange={({ target }) =>
                  onChange(all.filter((each) => (each === value ? target.checked : chosen.includes(each))))
                }
              />
            </li>
          ))}
        </ul>
      </FieldGroup>
    </details>
  );
}
