import { type FormEvent, useState } from 'react';
import { periodNames } from '#domain/bell.ts';
import { coverLimits, type CoverOrder } from '#domain/cover.ts';
import { centsOf, plainCents } from '#domain/pay.ts';
import { sentenceOf } from '#web/api/errors.ts';
import type { CoverSettings } from '#web/screens/school-admin/manage-school/cover/queries.ts';
import { useSaveSettings } from '#web/screens/school-admin/manage-school/cover/use-save-settings.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, Radio } from '#web/ui/choice.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { Field, FieldGroup } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

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

/** Shows the form of the rules: the order in which colleagues are asked, and the limits. It is mounted while it is open. */
export function RulesForm({ saved, onClose }: { saved: CoverSettings; onClose: () => void }) {
  const { rules } = saved;
  const [order, setOrder] = useState<CoverOrder>(rules.order);
  const [perDay, setPerDay] = useState(String(rules.perDay));
  const savedPlanning = rules.planningMinutes === null ? '' : String(rules.planningMinutes);
  const [planning, setPlanning] = useState(savedPlanning);
  const [lunch, setLunch] = useState<readonly string[]>(rules.lunchPeriods);
  const [payCode, setPayCode] = useState(rules.payCode);
  const savedPays = rules.periodCents === null ? '' : plainCents(rules.periodCents);
  const [pays, setPays] = useState(savedPays);
  const [isChecked, setChecked] = useState(false);
  const save = useSaveSettings('Rules saved', onClose);
  const cents = pays.trim() === '' ? null : centsOf(pays);
  const whole = (text: string, least: number, most: number) =>
    /^\d{1,4}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;
  const errors = {
    perDay: whole(perDay, 1, coverLimits.perDay) ? undefined : `Enter a whole number from 1 to ${coverLimits.perDay}.`,
    planning:
      planning.trim() === '' || whole(planning, 0, coverLimits.planningMinutes)
        ? undefined
        : `Enter whole minutes from 0 to ${coverLimits.planningMinutes}.`,
    payCode: payCode.trim() === '' ? 'Enter a pay code.' : undefined,
    pays: pays.trim() !== '' && cents === null ? 'Enter an amount such as 25.00.' : undefined,
  };
  const error = (name: keyof typeof errors) => (isChecked ? errors[name] : undefined);
  const dirty =
    order !== rules.order ||
    perDay !== String(rules.perDay) ||
    planning !== savedPlanning ||
    lunch.toSorted().join('\n') !== rules.lunchPeriods.toSorted().join('\n') ||
    payCode !== rules.payCode ||
    pays !== savedPays;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (save.isPending || Object.values(errors).some((each) => each !== undefined)) return;
    save.mutate({
      ...saved,
      rules: {
        order,
        perDay: Number(perDay),
        planningMinutes: planning.trim() === '' ? null : Number(planning),
        lunchPeriods: [...lunch],
        payCode,
        periodCents: cents,
      },
    });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      dirty={dirty}
      title="Rules for cover by colleagues"
      footer={
        <>
          <CloseButton>Cancel</CloseButton>
          <Button type="submit" variant="filled" pending={save.isPending} pendingText="Saving...">
            Save
          </Button>
        </>
      }
    >
      <FieldGroup label="Who is asked first">
        {orders.map(({ value, label, hint }) => (
          <Radio
            key={value}
            name="order"
            label={label}
            hint={hint}
            checked={order === value}
            onChange={() => setOrder(value)}
          />
        ))}
      </FieldGroup>
      <Field label="Most periods a day" hint="For each teacher." error={error('perDay')}>
        <Input inputMode="numeric" maxLength={1} value={perDay} onChange={({ target }) => setPerDay(target.value)} />
      </Field>
      <FieldGroup
        label="Lunch periods"
        optional
        hint="A teacher without a lunch in the timetable keeps one of these free. A lunch in the timetable is always free."
        className="grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] [&>p]:col-span-full"
      >
        {periodNames(saved.bell).map((period) => (
          <Checkbox
            key={period}
            label={period}
            checked={lunch.includes(period)}
            onChange={() =>
              setLunch(lunch.includes(period) ? lunch.filter((each) => each !== period) : [...lunch, period])
            }
          />
        ))}
      </FieldGroup>
      <Field
        label="Planning time that everyone keeps (minutes a week)"
        optional
        hint="Leave it empty to guarantee none."
        error={error('planning')}
      >
        <Input
          inputMode="numeric"
          maxLength={4}
          value={planning}
          onChange={({ target }) => setPlanning(target.value)}
        />
      </Field>
      <Field label="Pay code" hint="For covered periods in the payroll file." error={error('payCode')}>
        <Input maxLength={40} value={payCode} onChange={({ target }) => setPayCode(target.value)} />
      </Field>
      <Field
        label="Pay for a covered period"
        optional
        hint="Leave it empty to credit only the time."
        error={error('pays')}
      >
        <Input inputMode="decimal" placeholder="0.00" value={pays} onChange={({ target }) => setPays(target.value)} />
      </Field>
      {save.isError ? (
        <Banner tone="danger" live>
          {sentenceOf(save.error)}
        </Banner>
      ) : null}
    </Dialog>
  );
}
