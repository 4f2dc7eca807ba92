import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { createSchool } from '#contract/schools.ts';
import { timeZoneOfState } from '#domain/school.ts';
import { newAttempt } from '#web/api/client.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { adminsWithoutSchoolQuery } from '#web/features/people/people.ts';
import { useAddSchool } from '#web/features/schools/schools.ts';
import { TimeZoneOptions } from '#web/features/schools/time-zone-options.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormSummary } from '#web/ui/form-summary.tsx';
import { Input, Select } from '#web/ui/input.tsx';
import { problemsOf } from '#web/ui/problems.ts';
import { textOf, useFormFields } from '#web/ui/use-form-fields.ts';

const names = ['name', 'address', 'city', 'state', 'zipCode', 'phone', 'contactEmail', 'district', 'timeZone', 'adminId'] as const;
type Name = (typeof names)[number];

/** Everything a school needs to begin: where it is, how to reach it, its clock, and who runs it. */
export function AddSchoolDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [attempt, setAttempt] = useState(newAttempt);
  const [state, setState] = useState('');
  // Follows the state until somebody chooses by hand.
  const [chosenZone, setChosenZone] = useState<string | null>(null);
  const admins = useQuery({ ...adminsWithoutSchoolQuery, enabled: open });
  const fields = useFormFields(names, check);
  const add = useAddSchool();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (add.isPending || !fields.accepts(form)) return;
    add.mutate(
      { body: inputOf(form), attempt },
      {
        onSuccess: onClose,
        onError: (error) => {
          if (!(error instanceof ApiError)) return;
          // An answer ends the attempt; without one the same key makes a repetition harmless.
          if (error.status > 0) setAttempt(newAttempt());
          fields.show(form, error.fields);
        },
      },
    );
  };
  const text = (name: Name, label: string, more: { hint?: string; optional?: boolean; type?: string; inputMode?: 'numeric' | 'tel' | 'email' } = {}) => {
    const { hint, optional = false, ...input } = more;
    return (
      <Field id={`field-${name}`} label={label} hint={hint} optional={optional} error={fields.errors[name]}>
        <Input name={name} autoComplete="off" {...input} />
      </Field>
    );
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onSubmit={submit}
      dirty
      title="Add School"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled" pending={add.isPending} pendingText="Adding...">
            Add School
          </Button>
        </>
      }
    >
      {add.isError ? (
        <Banner tone="danger" live>
          {sentenceOf(add.error)}
        </Banner>
      ) : null}
      <div className="grid gap-4.5" {...fields.handlers}>
        <FormSummary problems={fields.problems} attempt={fields.attempt} />
        <Field id="field-name" label="School Name" error={fields.errors.name}>
          <Input name="name" autoComplete="off" data-autofocus="" />
        </Field>
        {text('address', 'Address')}
        {text('city', 'City')}
        <div className="grid gap-4.5 md:grid-cols-2">
          <Field id="field-state" label="State" hint="Name or two letters" error={fields.errors.state}>
            <Input name="state" autoComplete="off" value={state} onChange={(event) => setState(event.target.value)} />
          </Field>
          {text('zipCode', 'Zip Code', { inputMode: 'numeric', hint: '5-digit postal code' })}
        </div>
        {text('phone', 'Phone', { type: 'tel', inputMode: 'tel', hint: '(XXX) XXX-XXXX' })}
        {text('contactEmail', 'Contact Email', { type: 'email', inputMode: 'email', optional: true })}
        {text('district', 'District', { optional: true })}
        <Field id="field-timeZone" label="Time Zone" hint="Proposed from the state; days and shifts follow this clock" error={fields.errors.timeZone}>
          <Select name="timeZone" value={chosenZone ?? timeZoneOfState(state)} onChange={(event) => setChosenZone(event.target.value)}>
            <TimeZoneOptions />
          </Select>
        </Field>
        <Field id="field-adminId" label="Administrator" optional hint={adminHint(admins)} error={fields.errors.adminId}>
          <Select name="adminId" defaultValue="">
            <option value="">Nobody yet</option>
            {admins.data?.map((admin) => (
              <option key={admin.id} value={admin.id}>
                {admin.fullName}
                {admin.username ? ` (@${admin.username})` : ''}
                {admin.isApproved ? '' : ', waits for approval'}
              </option>
            ))}
          </Select>
        </Field>
      </div>
    </Dialog>
  );
}

function adminHint({ isError, data }: { isError: boolean; data: readonly unknown[] | undefined }): string {
  if (isError) return 'The administrators could not be loaded. One can register at this school later.';
  return data?.length === 0 ? 'No school administrator is without a school. One can register at this school later.' : 'School administrators who have no school yet';
}

function inputOf(form: HTMLFormElement) {
  const [name, address, city, state, zipCode, phone, contactEmail, district, timeZone] = names.map((field) => textOf(form, field));
  const adminId = Number(textOf(form, 'adminId'));
  return {
    name: name ?? '', address: address ?? '', city: city ?? '', state: state ?? '', zipCode: zipCode ?? '', phone: phone ?? '',
    contactEmail: contactEmail ?? '', district: district ?? '', timeZone: timeZone ?? '',
    adminId: adminId > 0 ? adminId : null,
    latitude: null,
    longitude: null,
    isActive: true,
  };
}

function check(form: HTMLFormElement) {
  const input = inputOf(form);
  const found = problemsOf(createSchool.body, input, names);
  // Source: the add-school form of the specification has its own words for what is missing.
  if (input.zipCode.trim() === '') found.zipCode = 'Zip code is required';
  if (input.phone.trim() === '') found.phone = 'Phone number is required';
  return found;
}
