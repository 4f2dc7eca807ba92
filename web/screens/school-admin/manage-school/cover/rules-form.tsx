import { periodNames } from '#domain/bell.ts';
import { coverLimits, type CoverOrder } from '#domain/cover.ts';
import { centsOf, plainCents } from '#domain/pay.ts';
import { sending } from '#web/api/sending.ts';
import type { CoverSettings } from '#web/screens/school-admin/manage-school/cover/queries.ts';
import { useSaveSettings } from '#web/screens/school-admin/manage-school/cover/use-save-settings.ts';
import { Checkbox, Radio } from '#web/ui/choice.tsx';
import { Field, FieldGroup } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { changeInWords, namesOf } from '#web/ui/form-state.ts';
import { Input } from '#web/ui/input.tsx';
import type { Errors } from '#web/ui/problems.ts';
import { useForm } from '#web/ui/use-form.ts';

const orders: readonly { value: CoverOrder; label: string; hint: string }[] = [
  {
    value: 'fair',
    label: 'Fair rotation',
    hint: 'The teacher who covered the fewest periods this month, then this year, comes first.',
  },
  {
    value: 'seniority',
    label: 'Newest first',
    hint: 'By seniority: the teacher who started here last comes first.',
  },
  {
    value: 'volunteers',
    label: 'Volunteers first',
    hint: 'Teachers who like to cover come first, in fair rotation.',
  },
];

type Values = ReturnType<typeof valuesOf>;

/**
 * Shows the form of the rules: the order in which colleagues are asked, and the limits. It is mounted while it is open.
 */
export function RulesForm({ saved, onClose }: { saved: CoverSettings; onClose: () => void }) {
  const save = useSaveSettings('Rules saved', onClose);
  const form = useForm({
    record: saved,
    valuesOf,
    names: namesOf(valuesOf(saved)),
    check,
    inWords: (name, theirs) =>
      name === 'order'
        ? `to “${orders.find(({ value }) => value === theirs.order)?.label}”`
        : changeInWords(name === 'lunchPeriods' ? theirs.lunchPeriods.join(', ') : theirs[name]),
    pending: save.isPending,
  });
  const { values } = form;
  const toggle = (period: string) =>
    form.set({
      lunchPeriods: values.lunchPeriods.includes(period)
        ? values.lunchPeriods.filter((each) => each !== period)
        : [...values.lunchPeriods, period].toSorted(),
    });
  return (
    <FormDialog
      onClose={onClose}
      title="Rules for cover by colleagues"
      form={form}
      onSubmit={() => save.mutate({ ...saved, rules: rulesOf(values) }, { onError: form.refuse })}
      submitLabel="Save"
      {...sending(save, 'Saving...')}
    >
      <FieldGroup {...form.field('order')} label="Who is asked first">
        {orders.map(({ value, label, hint }) => (
          <Radio
            key={value}
            name="order"
            label={label}
            hint={hint}
            checked={values.order === value}
            onChange={() => form.set({ order: value })}
          />
        ))}
      </FieldGroup>
      <Field {...form.field('perDay')} label="Most periods a day" hint="For each teacher.">
        <Input {...form.text('perDay')} inputMode="numeric" maxLength={1} />
      </Field>
      <FieldGroup
        {...form.field('lunchPeriods')}
        label="Lunch periods"
        optional
        hint="A teacher without a lunch in the timetable keeps one of these free. A lunch in the timetable is always free."
        className="grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] [&>p]:col-span-full"
      >
        {periodNames(saved.bell).map((period) => (
          <Checkbox
            key={period}
            label={period}
            checked={values.lunchPeriods.includes(period)}
            onChange={() => toggle(period)}
          />
        ))}
      </FieldGroup>
      <Field
        {...form.field('planning')}
        label="Planning time that everyone keeps (minutes a week)"
        optional
        hint="Leave it empty to guarantee none."
      >
        <Input {...form.text('planning')} inputMode="numeric" maxLength={4} />
      </Field>
      <Field {...form.field('payCode')} label="Pay code" hint="For covered periods in the payroll file.">
        <Input {...form.text('payCode')} maxLength={40} />
      </Field>
      <Field
        {...form.field('pays')}
        label="Pay for a covered period"
        optional
        hint="Leave it empty to credit only the time."
      >
        <Input {...form.text('pays')} inputMode="decimal" placeholder="0.00" />
      </Field>
    </FormDialog>
  );
}

function valuesOf({ rules }: CoverSettings) {
  return {
    order: rules.order,
    perDay: String(rules.perDay),
    lunchPeriods: rules.lunchPeriods.toSorted(),
    planning: rules.planningMinutes === null ? '' : String(rules.planningMinutes),
    payCode: rules.payCode,
    pays: rules.periodCents === null ? '' : plainCents(rules.periodCents),
  };
}

function rulesOf({ order, perDay, lunchPeriods, planning, payCode, pays }: Values): CoverSettings['rules'] {
  return {
    order,
    perDay: Number(perDay),
    planningMinutes: planning.trim() === '' ? null : Number(planning),
    lunchPeriods,
    payCode,
    periodCents: pays.trim() === '' ? null : centsOf(pays),
  };
}

function check({ perDay, planning, payCode, pays }: Values): Errors<keyof Values> {
  const isWhole = (text: string, least: number, most: number) =>
    /^\d{1,4}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;
  const { perDay: mostPerDay, planningMinutes } = coverLimits;
  return {
    ...(!isWhole(perDay, 1, mostPerDay) && { perDay: `Enter a whole number from 1 to ${mostPerDay}.` }),
    ...(planning.trim() !== '' &&
      !isWhole(planning, 0, planningMinutes) && { planning: `Enter whole minutes from 0 to ${planningMinutes}.` }),
    ...(payCode.trim() === '' && { payCode: 'Enter a pay code.' }),
    ...(pays.trim() !== '' && centsOf(pays) === null && { pays: 'Enter an amount such as 25.00.' }),
  };
}
