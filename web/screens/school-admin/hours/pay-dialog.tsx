import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Sent } from '#contract/endpoint.ts';
import { putPaySettings } from '#contract/hours.ts';
import { payPeriodKinds, payPeriodNames } from '#domain/pay-period.ts';
import { centsOf, latePays, payLimits, type PaySettings, payUnits, plainCents } from '#domain/pay.ts';
import { call } from '#web/api/client.ts';
import { ApiError } from '#web/api/errors.ts';
import { CallError } from '#web/api/call-error.tsx';
import { sending } from '#web/api/sending.ts';
import { type PaySettingsReply, paySettingsQuery, useHourCommand } from '#web/screens/school-admin/hours/queries.ts';
import { Checkbox } from '#web/ui/choice.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { changeInWords, namesOf } from '#web/ui/form-state.ts';
import { Input, Options, Select } from '#web/ui/input.tsx';
import { Loading, Skeleton } from '#web/ui/loading.tsx';
import { useForm } from '#web/ui/use-form.ts';

const unitNames: Record<PaySettings['unit'], string> = {
  day: 'Half and full days',
  hour: 'Hours',
  period: 'Class periods',
};
const rateNames: Record<PaySettings['unit'], string> = {
  day: 'Pay for a full day',
  hour: 'Pay for an hour',
  period: 'Pay for a class period',
};
const lateNames: Record<PaySettings['latePays'], string> = {
  minimum: 'The minimum time',
  half: 'Half of the class',
  full: 'All of the class',
};

/** The names of the values that people choose from. */
const choiceNames: Partial<Record<keyof Values, Readonly<Record<string, string>>>> = {
  period: payPeriodNames,
  unit: unitNames,
  latePays: lateNames,
};

/** Shows the form of the pay settings. All but the first four fields are collapsed. */
export function PayDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(paySettingsQuery);
  if (query.data !== undefined) return <PayForm saved={query.data} onClose={onClose} />;
  return (
    <Dialog onClose={onClose} title="Pay settings" footer={<CloseButton>Close</CloseButton>}>
      {query.isError ? (
        <CallError error={query.error} />
      ) : (
        <Loading when label="Loading the settings" skeleton={<Skeleton className="h-56 rounded-control" />} />
      )}
    </Dialog>
  );
}

const optional = (value: number | null) => (value === null ? '' : String(value));
const amount = (value: number | null) => (value === null ? '' : plainCents(value));

function valuesOf({ settings }: PaySettingsReply) {
  return {
    period: settings.period as string,
    periodAnchor: settings.periodAnchor,
    unit: settings.unit as string,
    regularCents: amount(settings.regularCents),
    longTermCents: amount(settings.longTermCents),
    halfDayCents: amount(settings.halfDayCents),
    fullDayMinutes: String(settings.fullDayMinutes),
    minimumMinutes: String(settings.minimumMinutes),
    roundMinutes: String(settings.roundMinutes),
    periodMinutes: String(settings.periodMinutes),
    breakMinutes: String(settings.breakMinutes),
    breakFromMinutes: String(settings.breakFromMinutes),
    longDayMinutes: String(settings.longDayMinutes),
    differsMinutes: String(settings.differsMinutes),
    longTermDays: optional(settings.longTermDays),
    longTermRetroactive: settings.longTermRetroactive,
    longTermGapDays: String(settings.longTermGapDays),
    lateMinutes: optional(settings.lateMinutes),
    latePays: settings.latePays as string,
    regularCode: settings.regularCode,
    longTermCode: settings.longTermCode,
    lateCode: settings.lateCode,
    accountCode: settings.accountCode,
  };
}
type Values = ReturnType<typeof valuesOf>;

const amounts = ['regularCents', 'longTermCents', 'halfDayCents'] as const;
const wholes = {
  fullDayMinutes: [0, 1440],
  minimumMinutes: [0, 1440],
  roundMinutes: [1, 60],
  periodMinutes: [10, 240],
  breakMinutes: [0, 240],
  breakFromMinutes: [0, 1440],
  longDayMinutes: [0, 1440],
  differsMinutes: [0, 240],
  longTermGapDays: [0, payLimits.gapDays],
  longTermDays: [1, payLimits.longTermDays],
  lateMinutes: [0, 10_080],
} as const;
const mayBeEmpty: readonly string[] = ['longTermDays', 'lateMinutes'];

function check(values: Values): Partial<Record<keyof Values, string>> {
  const found: Partial<Record<keyof Values, string>> = {};
  for (const name of amounts) {
    const cents = values[name].trim() === '' ? 0 : centsOf(values[name]);
    if (cents === null) found[name] = 'Enter an amount such as 185.00.';
    else if (cents > payLimits.cents) found[name] = 'Enter at most $10,000.';
  }
  for (const name of namesOf(wholes)) {
    const [least, most] = wholes[name];
    const text = values[name].trim();
    if (text === '' && mayBeEmpty.includes(name)) continue;
    if (!/^\d{1,5}$/.test(text) || Number(text) < least || Number(text) > most)
      found[name] = `Enter a whole number from ${least} to ${most}.`;
  }
  return found;
}

/** Returns the settings of a form that has no errors. */
function settingsOf(values: Values, before: PaySettings): PaySettings {
  const cents = (text: string) => (text.trim() === '' ? null : centsOf(text));
  const whole = (text: string) => Number(text.trim());
  const wholeOrNone = (text: string) => (text.trim() === '' ? null : Number(text.trim()));
  return {
    ...before,
    period: payPeriodKinds.find((kind) => kind === values.period) ?? before.period,
    periodAnchor: values.periodAnchor || before.periodAnchor,
    unit: payUnits.find((unit) => unit === values.unit) ?? before.unit,
    regularCents: cents(values.regularCents),
    longTermCents: cents(values.longTermCents),
    halfDayCents: cents(values.halfDayCents),
    fullDayMinutes: whole(values.fullDayMinutes),
    minimumMinutes: whole(values.minimumMinutes),
    roundMinutes: whole(values.roundMinutes),
    periodMinutes: whole(values.periodMinutes),
    breakMinutes: whole(values.breakMinutes),
    breakFromMinutes: whole(values.breakFromMinutes),
    longDayMinutes: whole(values.longDayMinutes),
    differsMinutes: whole(values.differsMinutes),
    longTermDays: wholeOrNone(values.longTermDays),
    longTermRetroactive: values.longTermRetroactive,
    longTermGapDays: whole(values.longTermGapDays),
    lateMinutes: wholeOrNone(values.lateMinutes),
    latePays: latePays.find((pays) => pays === values.latePays) ?? before.latePays,
    regularCode: values.regularCode,
    longTermCode: values.longTermCode,
    lateCode: values.lateCode,
    accountCode: values.accountCode,
  };
}

function PayForm({ saved, onClose }: { saved: PaySettingsReply; onClose: () => void }) {
  const save = useHourCommand({
    send: (body: Sent<typeof putPaySettings>['body']) => call(putPaySettings, { body }),
    done: () => 'Pay settings saved',
    ownErrors: true,
  });
  const form = useForm({
    record: saved,
    valuesOf,
    names: namesOf(valuesOf(saved)),
    check,
    inWords: (name, theirs) => changeInWords(choiceNames[name]?.[String(theirs[name])] ?? theirs[name]),
    // The dialog closes once it is saved, so a newer record is its own.
    pending: save.isPending || save.isSuccess,
  });
  const { values } = form;
  const send = () =>
    save.mutate(
      { version: form.version ?? 0, settings: settingsOf(values, saved.settings) },
      { onSuccess: onClose, onError: (error) => error instanceof ApiError && form.refuse(error) },
    );
  const choose = (name: 'period' | 'unit' | 'latePays') => ({
    name,
    value: values[name],
    onChange: (event: { target: { value: string } }) => form.set({ [name]: event.target.value }),
  });
  const number = (name: keyof typeof wholes, label: string, hint?: string) => (
    <Field label={label} hint={hint} {...form.field(name)}>
      <Input inputMode="numeric" {...form.text(name)} />
    </Field>
  );
  const money = (name: (typeof amounts)[number], label: string, hint?: string) => (
    <Field label={label} hint={hint} optional {...form.field(name)}>
      <Input inputMode="decimal" placeholder="0.00" {...form.text(name)} />
    </Field>
  );
  const code = (name: 'regularCode' | 'longTermCode' | 'lateCode' | 'accountCode', label: string) => (
    <Field label={label} optional {...form.field(name)}>
      <Input maxLength={payLimits.code} {...form.text(name)} />
    </Field>
  );
  return (
    <FormDialog
      wide
      onClose={onClose}
      title="Pay settings"
      form={form}
      onSubmit={send}
      submitLabel="Save"
      {...sending(save, 'Saving...')}
      intro={<p>They apply to every line that isn’t approved yet.</p>}
    >
      <Fields>
        <Field label="Pay period" {...form.field('period')}>
          <Select {...choose('period')}>
            <Options of={payPeriodKinds} nameOf={(kind) => payPeriodNames[kind]} />
          </Select>
        </Field>
        {values.period === 'weekly' || values.period === 'biweekly' ? (
          <Field label="First day of a pay period" {...form.field('periodAnchor')}>
            <Input type="date" {...form.text('periodAnchor')} />
          </Field>
        ) : null}
        <Field label="Pay by" {...form.field('unit')}>
          <Select {...choose('unit')}>
            <Options of={payUnits} nameOf={(unit) => unitNames[unit]} />
          </Select>
        </Field>
        {money(
          'regularCents',
          rateNames[payUnits.find((unit) => unit === values.unit) ?? 'day'],
          'Substitutes see it in offers. Leave it empty to count time only.',
        )}
      </Fields>
      <Folded title={values.unit === 'day' ? 'Half days and breaks' : 'Minimum, rounding and breaks'}>
        {values.unit === 'day' ? (
          <>
            {number('fullDayMinutes', 'A full day starts at (minutes)', 'Anything shorter is half a day.')}
            {money('halfDayCents', 'Pay for half a day', 'Leave it empty to pay half of a full day.')}
          </>
        ) : null}
        {values.unit === 'hour' ? (
          <>
            {number('minimumMinutes', 'Minimum paid per day (minutes)')}
            {number('roundMinutes', 'Round to (minutes)', '1 means no rounding.')}
          </>
        ) : null}
        {values.unit === 'period' ? number('periodMinutes', 'Length of a class period (minutes)') : null}
        {number('breakMinutes', 'Unpaid break (minutes)')}
        {number('breakFromMinutes', 'Taken on days of at least (minutes)')}
      </Folded>
      <Folded title="Long-term assignments">
        {number('longTermDays', 'Long-term after (days in the same class)', 'Leave it empty for no long-term pay.')}
        {money('longTermCents', 'Long-term pay', 'Leave it empty to pay the regular rate.')}
        {number('longTermGapDays', 'School days that may be missed', 'A longer break restarts the count.')}
        <Checkbox label="Long-term pay goes back to the first day" {...form.tick('longTermRetroactive')} />
      </Folded>
      <Folded title="Late cancellations">
        {number(
          'lateMinutes',
          'Late means less than (minutes before the start)',
          'Leave it empty to pay nothing for canceled classes.',
        )}
        <Field label="A late cancellation pays" {...form.field('latePays')}>
          <Select {...choose('latePays')}>
            <Options of={latePays} nameOf={(pays) => lateNames[pays]} />
          </Select>
        </Field>
      </Folded>
      <Folded title="Codes and exceptions">
        {code('regularCode', 'Pay code')}
        {code('longTermCode', 'Pay code, long-term')}
        {code('lateCode', 'Pay code, late cancellation')}
        {code('accountCode', 'Account code')}
        {number('differsMinutes', 'Times differ by more than (minutes)')}
        {number('longDayMinutes', 'A long day starts at (minutes)')}
      </Folded>
    </FormDialog>
  );
}

function Fields({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-2 items-end gap-x-4 gap-y-4 max-sm:grid-cols-1">{children}</div>;
}

function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="border-t border-line pt-3">
      <summary className="cursor-pointer py-0.5 text-label font-semibold text-ink pointer-coarse:py-3">{title}</summary>
      <div className="pt-3">
        <Fields>{children}</Fields>
      </div>
    </details>
  );
}
