import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { School } from '#contract/schools.ts';
import { timeZoneOfState } from '#domain/school.ts';
import { districtsQuery } from '#web/features/schools/districts.ts';
import { TimeZoneOptions } from '#web/features/schools/time-zone-options.tsx';
import { Field } from '#web/ui/field.tsx';
import { namesOf } from '#web/ui/form-state.ts';
import { Input, Select } from '#web/ui/input.tsx';
import type { Errors } from '#web/ui/problems.ts';

/** The initial values for a new school, in field order. */
const empty = {
  name: '',
  address: '',
  city: '',
  state: '',
  zipCode: '',
  phone: '',
  contactEmail: '',
  district: '',
  country: '',
  latitude: '',
  longitude: '',
  timeZone: '',
};
export type SchoolValues = typeof empty;
type Name = keyof SchoolValues;

/** The fields of a school's form, in order. */
export const schoolFields = namesOf(empty);

/** Returns a school's field values. */
export function schoolValuesOf(school: Partial<School>): SchoolValues {
  const values = { ...empty };
  for (const name of schoolFields) values[name] = String(school[name] ?? '');
  return values;
}

type Kind = {
  hint?: string;
  optional?: boolean;
  type?: string;
  inputMode?: 'numeric' | 'decimal' | 'tel' | 'email';
  list?: string;
};

type SchoolForm = {
  values: SchoolValues;
  field: (name: Name) => { id: string; error: ReactNode };
  text: (name: Name) => { name: string; value: string; onChange: (event: { target: { value: string } }) => void };
};

/** Shows a school's address, contact data and time zone. A new school's time zone is suggested from its state. */
export function SchoolFields({ form, isNew = false }: { form: SchoolForm; isNew?: boolean }) {
  const { data: districts } = useQuery(districtsQuery);
  const text = (name: Name, label: string, { hint, optional = false, ...input }: Kind = {}) => (
    <Field {...form.field(name)} label={label} hint={hint} optional={optional}>
      <Input
        {...form.text(name)}
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
        {text('state', 'State', { hint: 'Name or two letters' })}
        {text('zipCode', 'Zip Code', { inputMode: 'numeric', hint: '5-digit postal code' })}
      </div>
      {text('phone', 'Phone', { type: 'tel', inputMode: 'tel', hint: '(XXX) XXX-XXXX' })}
      {text('contactEmail', 'Contact Email', { type: 'email', inputMode: 'email', optional: true })}
      {text('district', 'District', {
        optional: true,
        hint: 'Schools in one district share approved substitutes',
        list: 'known-districts',
      })}
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
        {...form.field('timeZone')}
        label="Time Zone"
        hint={
          isNew ? 'Suggested from the state. Days and shifts use this time zone.' : 'Days and shifts use this time zone'
        }
      >
        {/* A new school's time zone follows its state until one is chosen. An existing school keeps its own. */}
        <Select {...form.text('timeZone')} value={timeZoneIn(form.values)}>
          <TimeZoneOptions />
        </Select>
      </Field>
    </>
  );
}

const timeZoneIn = ({ timeZone, state }: SchoolValues) => timeZone || timeZoneOfState(state);

/** Returns the field values in the calls' format. An invalid coordinate becomes NaN, which no schema accepts. */
export function schoolInputOf(values: SchoolValues) {
  const number = (text: string) => (text.trim() === '' ? null : Number(text.trim().replace(',', '.')));
  return {
    ...values,
    latitude: number(values.latitude),
    longitude: number(values.longitude),
    timeZone: timeZoneIn(values),
  };
}

/** Returns the schemas' errors, with the form's own for missing values and invalid coordinates. */
export function inFormWords<Found extends Errors<Name>>(found: Found, values: SchoolValues): Found {
  // Source: the add-school form of the specification.
  if (found.zipCode !== undefined && values.zipCode.trim() === '') found.zipCode = 'Zip code is required';
  if (found.phone !== undefined && values.phone.trim() === '') found.phone = 'Phone number is required';
  if (found.latitude !== undefined) found.latitude = 'Enter a number from -90 to 90';
  if (found.longitude !== undefined) found.longitude = 'Enter a number from -180 to 180';
  return found;
}
