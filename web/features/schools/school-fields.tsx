import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { School } from '#contract/schools.ts';
import { timeZoneOfState } from '#domain/school.ts';
import { districtsQuery } from '#web/features/schools/districts.ts';
import { TimeZoneOptions } from '#web/features/schools/time-zone-options.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input, Select } from '#web/ui/input.tsx';
import { type Errors, textOf } from '#web/ui/use-form-fields.ts';

/** The fields of a school's form, in their order. */
export const schoolFields = [
  'name',
  'address',
  'city',
  'state',
  'zipCode',
  'phone',
  'contactEmail',
  'district',
  'country',
  'latitude',
  'longitude',
  'timeZone',
] as const;
type Name = (typeof schoolFields)[number];
type Kind = { hint?: string; optional?: boolean; type?: string; inputMode?: 'numeric' | 'decimal' | 'tel' | 'email' };

/** Where a school is, how to reach it, and its clock. A new one's clock is proposed from its state. */
export function SchoolFields({ school, errors }: { school?: School; errors: Errors<Name> }) {
  const [state, setState] = useState(school?.state ?? '');
  // Follows the state until somebody chooses by hand; a school that has a clock keeps it.
  const [chosenZone, setChosenZone] = useState(school?.timeZone ?? null);
  const { data: districts } = useQuery(districtsQuery);
  const text = (
    name: Exclude<Name, 'state' | 'district' | 'timeZone'>,
    label: string,
    { hint, optional = false, ...input }: Kind = {},
  ) => (
    <Field id={`field-${name}`} label={label} hint={hint} optional={optional} error={errors[name]}>
      <Input
        name={name}
        defaultValue={school?.[name] ?? ''}
        autoComplete="off"
        {...(name === 'name' ? { 'data-autofocus': '' } : {})}
        {...input}
      />
    </Field>
  );
  return (
    <>
      {text('name', 'School Name')}
      {text('address', 'Address')}
      {text('city', 'City')}
      <div className="grid gap-4.5 md:grid-cols-2">
        <Field id="field-state" label="State" hint="Name or two letters" error={errors.state}>
          <Input name="state" autoComplete="off" value={state} onChange={(event) => setState(event.target.value)} />
        </Field>
        {text('zipCode', 'Zip Code', { inputMode: 'numeric', hint: '5-digit postal code' })}
      </div>
      {text('phone', 'Phone', { type: 'tel', inputMode: 'tel', hint: '(XXX) XXX-XXXX' })}
      {text('contactEmail', 'Contact Email', { type: 'email', inputMode: 'email', optional: true })}
      <Field
        id="field-district"
        label="District"
        optional
        hint="Schools in one district share approved substitutes"
        error={errors.district}
      >
        <Input name="district" defaultValue={school?.district ?? ''} autoComplete="off" list="known-districts" />
      </Field>
      <datalist id="known-districts">
        {districts?.map(({ id, name }) => (
          <option key={id}>{name}</option>
        ))}
      </datalist>
      {text('country', 'Country', { optional: true })}
      <div className="grid gap-4.5 md:grid-cols-2">
        {text('latitude', 'Latitude', { inputMode: 'decimal', optional: true, hint: 'From -90 to 90' })}
        {text('longitude', 'Longitude', { inputMode: 'decimal', optional: true, hint: 'From -180 to 180' })}
      </div>
      <Field
        id="field-timeZone"
        label="Time Zone"
        hint={
          school ? 'Days and shifts follow this clock' : 'Proposed from the state; days and shifts follow this clock'
        }
        error={errors.timeZone}
      >
        <Select
          name="timeZone"
          value={chosenZone ?? timeZoneOfState(state)}
          onChange={(event) => setChosenZone(event.target.value)}
        >
          <TimeZoneOptions />
        </Select>
      </Field>
    </>
  );
}

/** What the form holds, as the calls take it. A coordinate that is no number is NaN, which no schema takes. */
export function schoolInputOf(form: HTMLFormElement) {
  const text = (name: Name) => textOf(form, name);
  const number = (name: 'latitude' | 'longitude') =>
    text(name).trim() === '' ? null : Number(text(name).trim().replace(',', '.'));
  return {
    name: text('name'),
    address: text('address'),
    city: text('city'),
    state: text('state'),
    zipCode: text('zipCode'),
    phone: text('phone'),
    contactEmail: text('contactEmail'),
    district: text('district'),
    country: text('country'),
    latitude: number('latitude'),
    longitude: number('longitude'),
    timeZone: text('timeZone'),
  };
}

/** The schemas' sentences with the form's own, where it has others for what is missing or no coordinate. */
export function inFormWords<Found extends Errors<Name>>(found: Found, input: ReturnType<typeof schoolInputOf>): Found {
  // Source: the add-school form of the specification.
  if (found.zipCode !== undefined && input.zipCode.trim() === '') found.zipCode = 'Zip code is required';
  if (found.phone !== undefined && input.phone.trim() === '') found.phone = 'Phone number is required';
  if (found.latitude !== undefined) found.latitude = 'Enter a number from -90 to 90';
  if (found.longitude !== undefined) found.longitude = 'Enter a number from -180 to 180';
  return found;
}
