import type { ReactNode } from 'react';
import type { School } from '#contract/schools.ts';
import type { SchoolOffering } from '#domain/school.ts';
import { shiftTypes } from '#domain/shift.ts';
import { DayPicture } from '#web/screens/school-admin/manage-school/day-picture.tsx';
import { offeringNames } from '#domain/offering-names.ts';
import { useSaveSchool } from '#web/screens/school-admin/manage-school/own-school.ts';
import { ShiftRow } from '#web/screens/school-admin/manage-school/shift-row.tsx';
import {
  useShiftSettings,
  type ShiftSettingsState,
} from '#web/screens/school-admin/manage-school/use-shift-settings.ts';
import { useUnsavedText } from '#web/ui/unsaved.ts';
import { Folded } from '#web/ui/folded.tsx';
import { Checkbox, Radio } from '#web/ui/choice.tsx';
import { focusField } from '#web/ui/focus-field.ts';
import { Field, FieldGroup } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';
import { Input } from '#web/ui/input.tsx';
import { SaveChanges } from '#web/api/save-changes.tsx';

const options: readonly { value: SchoolOffering; label: string; hint: string }[] = [
  {
    value: 'everyone',
    label: offeringNames.everyone,
    hint: 'Every substitute who fits is notified as soon as a vacancy is posted.',
  },
  {
    value: 'best_matches',
    label: `${offeringNames.best_matches} (recommended)`,
    hint: 'A few substitutes are notified first: those who know the class or the school, and usually answer. The next ones follow if no one takes it, and everyone shortly before the start.',
  },
  {
    value: 'favorites',
    label: offeringNames.favorites,
    hint: 'Substitutes whom the teacher or your school has starred are notified first. Everyone else is notified after a while, sooner if the start is close.',
  },
];

type OfferingProps = {
  value: SchoolOffering;
  onChange: (offering: SchoolOffering) => void;
  /** The hours of the waves, for the choices that have them. */
  hours: ReactNode;
};

/** Shows the choice of who is notified of a vacancy first. */
function Offering({ value, onChange, hours }: OfferingProps) {
  return (
    <FieldGroup
      label="Who is notified first"
      hint="Every substitute who fits sees the vacancy right away and can request it, whichever you choose."
    >
      {options.map((option) => (
        <Radio
          key={option.value}
          name="offering"
          label={option.label}
          hint={option.hint}
          checked={value === option.value}
          onChange={() => onChange(option.value)}
        />
      ))}
      {value === 'everyone' ? null : hours}
    </FieldGroup>
  );
}

/** Shows the shifts that teachers can choose and how requests are handled, with a live picture of the day. */
export function ShiftForm({ school }: { school: School }) {
  const save = useSaveSchool(school.id, {
    title: 'Vacancy settings saved',
    text: 'They apply from now on.',
  });
  const state = useShiftSettings(school, save.isPending);
  const { form, shown, errors } = state;
  useUnsavedText(form.dirty);

  const submit = () => {
    if (save.isPending || !form.dirty) return;
    const [wrong] = Object.keys(errors);
    if (wrong !== undefined) focusField(document.querySelector<HTMLElement>(`#field-${wrong}`));
    else if (form.accepts()) {
      form.set(shown);
      save.mutate({ fields: state.fields() }, { onSuccess: (saved) => form.saved(saved, shown), onError: form.refuse });
    }
  };
  return (
    <Form aria-labelledby="vacancy-configuration" onSubmit={submit} className="grid gap-4">
      <div className="card grid gap-4 p-5 max-md:p-4">
        <DayPicture settings={shown} isOverlapping={errors.afternoonStart !== undefined} />
        <FieldGroup label={<span className="sr-only">Shifts</span>}>
          {shiftTypes.map((type) => (
            <ShiftRow key={type} type={type} state={state} />
          ))}
        </FieldGroup>
        <p role="status" className="text-meta text-pending empty:hidden">
          {state.isAfternoonMoved
            ? 'We moved the afternoon shift. It starts 30 minutes after the morning shift ends.'
            : ''}
        </p>
        <div className="grid gap-2 border-t border-line pt-4">
          <Checkbox
            label="Show the reason to substitutes"
            hint="If this is off, they never see why a teacher is absent: not on the vacancy, in emails or in a calendar"
            {...form.tick('showReason')}
          />
          <Checkbox
            label="Book the first request automatically"
            hint="An available, approved substitute is booked right away. No one needs to approve the request."
            {...form.tick('bookFirst')}
          />
          <Offering
            value={form.values.offering}
            onChange={(offering) => form.set({ offering })}
            hours={<OfferHours form={form} />}
          />
          <Folded summary="When substitutes report to the office" isChanged={'reportMinutes' in form.changes}>
            <Field
              {...form.field('reportMinutes')}
              label="Minutes before the start"
              hint="Every offer says when to report. Then you see who hasn’t signed in."
            >
              <Input {...form.text('reportMinutes')} inputMode="numeric" maxLength={3} className="max-w-28" />
            </Field>
          </Folded>
          {school.district === null ? null : (
            <details open={school.approvesItself ?? false} className="min-w-0">
              <summary className="min-h-touch cursor-pointer py-2 text-label">Who approves substitutes</summary>
              <Checkbox
                label="Approve every substitute ourselves"
                hint={`Otherwise a substitute approved by another school in ${school.district} can work here as soon as they choose your school. You'll see who is new in Pending Approvals.`}
                {...form.tick('approvesItself')}
              />
            </details>
          )}
        </div>
      </div>
      <SaveChanges form={form} save={save} failed="The settings were not saved" />
    </Form>
  );
}

/** Shows the hours in which waves of offers are sent, collapsed because most schools keep the usual ones. */
function OfferHours({ form }: Pick<ShiftSettingsState, 'form'>) {
  const isChanged = 'offersFrom' in form.changes || 'offersUntil' in form.changes;
  return (
    <Folded summary="When they are notified" isChanged={isChanged}>
      <div className="grid gap-3">
        <p className="text-meta text-ink-3">
          At night, offers wait until the morning. A class that starts within the hour is offered to everyone at any
          time.
        </p>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-3">
          <Field {...form.field('offersFrom')} label="From">
            <Input type="time" {...form.text('offersFrom')} />
          </Field>
          <Field {...form.field('offersUntil')} label="Until">
            <Input type="time" {...form.text('offersUntil')} />
          </Field>
        </div>
      </div>
    </Folded>
  );
}
