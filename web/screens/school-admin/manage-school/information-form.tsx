import { updateSchool, type School } from '#contract/schools.ts';
import { useSaveSchool } from '#web/screens/school-admin/manage-school/own-school.ts';
import {
  schoolFields,
  schoolInputOf,
  schoolValuesOf,
  type SchoolValues,
} from '#web/features/schools/school-fields.tsx';
import { TimeZoneOptions } from '#web/features/schools/time-zone-options.tsx';
import { useUnsavedText } from '#web/ui/unsaved.ts';
import { Field } from '#web/ui/field.tsx';
import { picked } from '#web/ui/form-state.ts';
import { FormSummary } from '#web/ui/form-summary.tsx';
import { Form } from '#web/ui/form.tsx';
import { Input, Select, Textarea } from '#web/ui/input.tsx';
import { problemsOf } from '#web/ui/problems.ts';
import { isAboutField } from '#web/api/refusal.ts';
import { SaveChanges } from '#web/api/save-changes.tsx';
import { useForm } from '#web/ui/use-form.ts';

/** Shows a school's address, parking, contact data and time zone. */
export function InformationForm({ school }: { school: School }) {
  const save = useSaveSchool(school.id, {
    title: 'School information saved',
    text: 'Substitutes see it with every vacancy.',
  });
  const form = useForm({
    record: school,
    valuesOf,
    names,
    check,
    pending: save.isPending,
  });
  useUnsavedText(form.dirty);

  const submit = () => {
    if (save.isPending || !form.dirty || !form.accepts()) return;
    const { values, version } = form;
    save.mutate(
      { fields: { ...inputOf(values, form.changes), version } },
      { onSuccess: (saved) => form.saved(saved, values), onError: form.refuse },
    );
  };
  const text = (
    name: keyof Values,
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
      <Field {...form.field(name)} label={label} hint={hint} optional={optional}>
        <Input {...form.text(name)} autoComplete="off" {...input} />
      </Field>
    );
  };
  return (
    <Form aria-labelledby="school-information" onSubmit={submit} className="grid gap-4">
      <div className="card grid gap-4.5 p-5 max-md:p-4" {...form.handlers}>
        <FormSummary problems={form.problems} attempt={form.attempt} />
        {text('name', 'School Name')}
        {text('address', 'Address')}
        <div className="grid gap-4.5 md:grid-cols-[2fr_1fr_1fr]">
          {text('city', 'City')}
          {text('state', 'State')}
          {text('zipCode', 'ZIP Code', { inputMode: 'numeric' })}
        </div>
        <Field
          {...form.field('parking')}
          label="Parking and arrival"
          hint="Substitutes see this in every offer. For example: Park in lot C and enter by the main door."
          optional
        >
          <Textarea {...form.text('parking')} rows={2} maxLength={300} />
        </Field>
        <div className="grid gap-4.5 md:grid-cols-2">
          {text('phone', 'Phone', { type: 'tel', inputMode: 'tel' })}
          {text('contactEmail', 'Contact Email', { type: 'email', inputMode: 'email', optional: true })}
          <Field id="field-district" label="District" hint="Set by the platform owner">
            <Input readOnly value={school.district ?? 'None'} />
          </Field>
          {text('country', 'Country', { optional: true })}
        </div>
        <Field
          {...form.field('timeZone')}
          label="Time Zone"
          hint="“Today” and every deadline follow it. If you change it, vacancies keep their dates and times."
        >
          <Select {...form.text('timeZone')}>
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
      <SaveChanges
        form={form}
        save={save}
        failed="The school information was not saved"
        isSaidAtField={isAboutField(save.error)}
      />
    </Form>
  );
}

type Values = SchoolValues & { parking: string };

const names = [...schoolFields, 'parking'] as const;

const valuesOf = (school: School): Values => ({ ...schoolValuesOf(school), parking: school.parking ?? '' });

/** Returns the changed fields in the call's format. */
const inputOf = ({ parking, ...values }: Values, changes: object) =>
  picked({ ...schoolInputOf(values), parking }, changes);

function check(values: Values, changes: object) {
  const found = problemsOf(updateSchool.body, inputOf(values, changes), names);
  if (found.latitude !== undefined) found.latitude = 'Latitude must be a number from -90 to 90.';
  if (found.longitude !== undefined) found.longitude = 'Longitude must be a number from -180 to 180.';
  const isEmpty = (text: string) => text.trim() === '';
  if (isEmpty(values.latitude) !== isEmpty(values.longitude))
    found[isEmpty(values.latitude) ? 'latitude' : 'longitude'] = 'Enter both coordinates, or neither.';
  return found;
}
