import { useState, type FormEvent } from 'react';
import { updateSchool, type School } from '#contract/schools.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { useSaveSchool } from '#web/features/schools/own-school.ts';
import { TimeZoneOptions } from '#web/features/schools/time-zone-options.tsx';
import { useLeaveGuard } from '#web/navigation/use-leave-guard.ts';
import { Field } from '#web/ui/field.tsx';
import { FormSummary } from '#web/ui/form-summary.tsx';
import { Input, Select } from '#web/ui/input.tsx';
import { problemsOf } from '#web/ui/problems.ts';
import { SaveBar } from '#web/ui/save-bar.tsx';
import { textOf, useFormFields } from '#web/ui/use-form-fields.ts';

const names = [
  'name',
  'address',
  'city',
  'state',
  'zipCode',
  'phone',
  'contactEmail',
  'country',
  'timeZone',
  'latitude',
  'longitude',
] as const;
type Name = (typeof names)[number];

/** Where a school is, how to reach it, and which clock it goes by. */
export function InformationForm({ school }: { school: School }) {
  const [round, setRound] = useState(0);
  // A new form is the way back: every field holds again what is saved, and nothing is wrong of it.
  return <InformationFields key={round} school={school} onRevert={() => setRound(round + 1)} />;
}

function InformationFields({ school, onRevert }: { school: School; onRevert: () => void }) {
  const fields = useFormFields(names, check);
  const save = useSaveSchool(school.id, {
    title: 'School information saved',
    text: 'Substitutes see it with every vacancy.',
  });
  const [dirty, setDirty] = useState(false);
  useLeaveGuard(dirty);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (save.isPending || !fields.accepts(form)) return;
    save.mutate(
      { fields: inputOf(form) },
      {
        onSuccess: () => setDirty(false),
        onError: (error) => fields.show(form, error instanceof ApiError ? error.fields : {}),
      },
    );
  };
  const text = (
    name: Name,
    label: string,
    more: {
      hint?: string;
      optional?: boolean;
      type?: string;
      inputMode?: 'numeric' | 'tel' | 'email' | 'decimal';
    } = {},
  ) => {
    const { hint, optional = false, ...input } = more;
    return (
      <Field id={`field-${name}`} label={label} hint={hint} optional={optional} error={fields.errors[name]}>
        <Input name={name} autoComplete="off" defaultValue={school[name] ?? ''} {...input} />
      </Field>
    );
  };
  return (
    <form
      noValidate
      aria-labelledby="school-information"
      onSubmit={submit}
      onChange={(event) =>
        setDirty(names.some((name) => textOf(event.currentTarget, name).trim() !== String(school[name] ?? '')))
      }
      className="grid gap-4"
    >
      <div className="card grid gap-4.5 p-5 max-md:p-4" {...fields.handlers}>
        <FormSummary problems={fields.problems} attempt={fields.attempt} />
        {text('name', 'School Name')}
        {text('address', 'Address')}
        <div className="grid gap-4.5 md:grid-cols-[2fr_1fr_1fr]">
          {text('city', 'City')}
          {text('state', 'State')}
          {text('zipCode', 'ZIP Code', { inputMode: 'numeric' })}
        </div>
        <div className="grid gap-4.5 md:grid-cols-2">
          {text('phone', 'Phone', { type: 'tel', inputMode: 'tel' })}
          {text('contactEmail', 'Contact Email', { type: 'email', inputMode: 'email', optional: true })}
          <Field id="field-district" label="District" hint="Set by the platform owner">
            <Input readOnly value={school.district ?? 'None'} />
          </Field>
          {text('country', 'Country', { optional: true })}
        </div>
        <Field
          id="field-timeZone"
          label="Time Zone"
          hint="“Today” and every deadline follow it. If you change it, vacancies keep their dates and times."
          error={fields.errors.timeZone}
        >
          <Select name="timeZone" defaultValue={school.timeZone}>
            <TimeZoneOptions also={school.timeZone} />
          </Select>
        </Field>
        <div className="grid gap-4.5 md:grid-cols-2">
          {text('latitude', 'Latitude', { optional: true, inputMode: 'decimal', hint: 'In degrees, such as 46.7867' })}
          {text('longitude', 'Longitude', {
            optional: true,
            inputMode: 'decimal',
            hint: 'West is negative, such as -92.1005',
          })}
        </div>
      </div>
      <SaveBar
        dirty={dirty}
        saving={save.isPending}
        onRevert={onRevert}
        failure={save.isError ? { title: 'The school information is not saved', text: sentenceOf(save.error) } : null}
      />
    </form>
  );
}

function inputOf(form: HTMLFormElement) {
  const text = (name: Name) => textOf(form, name);
  const degrees = (name: Name) => (text(name).trim() === '' ? null : Number(text(name)));
  return {
    name: text('name'),
    address: text('address'),
    city: text('city'),
    state: text('state'),
    zipCode: text('zipCode'),
    phone: text('phone'),
    contactEmail: text('contactEmail'),
    country: text('country'),
    timeZone: text('timeZone'),
    latitude: degrees('latitude'),
    longitude: degrees('longitude'),
  };
}

function check(form: HTMLFormElement) {
  const input = inputOf(form);
  const found = problemsOf(updateSchool.body, input, names);
  if (found.latitude !== undefined) found.latitude = 'Latitude is a number from -90 to 90.';
  if (found.longitude !== undefined) found.longitude = 'Longitude is a number from -180 to 180.';
  if ((input.latitude === null) !== (input.longitude === null))
    found[input.latitude === null ? 'latitude' : 'longitude'] = 'Give both coordinates, or none.';
  return found;
}
