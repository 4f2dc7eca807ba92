import { useQuery } from '@tanstack/react-query';
import type { ReplyOf, Sent } from '#contract/endpoint.ts';
import { type getWorkLimits, putWorkLimits } from '#contract/work-limits.ts';
import { mostWork } from '#domain/work-limits.ts';
import { call } from '#web/api/client.ts';
import { useCommand } from '#web/api/use-command.ts';
import { sending } from '#web/api/sending.ts';
import { workLimitsQuery } from '#web/features/person/record-queries.ts';
import { useLayer } from '#web/navigation/use-layer.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Input } from '#web/ui/input.tsx';
import type { Errors } from '#web/ui/problems.ts';
import { useForm } from '#web/ui/use-form.ts';
import { counted } from '#web/words/time.ts';

type Limits = ReplyOf<typeof getWorkLimits>;

/** Shows a substitute's work limits at the reader's school, in one line, and the button to change them. */
export function WorkLimits({ id, name }: { id: number; name: string }) {
  const { data } = useQuery(workLimitsQuery(id));
  const layer = useLayer('limits');
  if (data === undefined) return null;
  return (
    <section aria-label="Work limits" className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="min-w-0 flex-1 basis-60 text-label max-md:basis-full">
        <b>Work limits</b> <span className="text-ink-3">{inWords(data)}</span>
      </p>
      <Button variant="plain" onClick={() => layer.show('on')} className="max-md:-ml-3.5">
        {data.version === 0 ? 'Set limits' : 'Change limits'}
      </Button>
      {layer.open === 'on' ? <LimitsDialog id={id} name={name} limits={data} onClose={layer.close} /> : null}
    </section>
  );
}

function inWords({ weekMinutes, monthMinutes, assignmentDays, yearDays }: Limits): string {
  const parts = [
    weekMinutes === null ? '' : `${counted(rounded(weekMinutes / 60), 'hour')} a week`,
    monthMinutes === null ? '' : `${counted(rounded(monthMinutes / 60), 'hour')} a month`,
    assignmentDays === null ? '' : `${counted(assignmentDays, 'day')} in one class`,
    yearDays === null ? '' : `${counted(yearDays, 'day')} a school year`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'none' : parts.join(', ');
}

const isNumber = (text: string, most: number) =>
  text.trim() === '' || (/^\d{1,5}(\.\d{1,2})?$/.test(text.trim()) && Number(text.trim()) <= most);
/** Returns a limit with as many decimals as people can enter. */
const rounded = (limit: number) => Math.round(limit * 100) / 100;
const textOf = (value: number | null, per = 1) => (value === null ? '' : String(rounded(value / per)));
const numberOf = (text: string, per = 1) => (text.trim() === '' ? null : Math.round(Number(text.trim()) * per));

function valuesOf({ weekMinutes, monthMinutes, assignmentDays, yearDays }: Limits) {
  return {
    week: textOf(weekMinutes, 60),
    month: textOf(monthMinutes, 60),
    assignment: textOf(assignmentDays),
    year: textOf(yearDays),
  };
}

function check(values: ReturnType<typeof valuesOf>) {
  const found: Errors<keyof typeof values> = {};
  const { weekMinutes, monthMinutes, assignmentDays, yearDays } = mostWork;
  for (const [name, most] of [
    ['week', weekMinutes / 60],
    ['month', monthMinutes / 60],
  ] as const)
    if (!isNumber(values[name], most)) found[name] = `Enter hours up to ${most}, such as 29 or 29.5.`;
  for (const [name, most] of [
    ['assignment', assignmentDays],
    ['year', yearDays],
  ] as const)
    if (!isNumber(values[name], most) || values[name].includes('.')) found[name] = `Enter whole days up to ${most}.`;
  return found;
}

type LimitsDialogProps = { id: number; name: string; limits: Limits; onClose: () => void };

function LimitsDialog({ id, name, limits, onClose }: LimitsDialogProps) {
  const save = useCommand({
    send: (body: Sent<typeof putWorkLimits>['body']) => call(putWorkLimits, { params: { id }, body }),
    toast: { title: 'Limits saved' },
    onDone: onClose,
    changes: ['hours'],
    refetchesAnyway: true,
  });
  const names = ['week', 'month', 'assignment', 'year'] as const;
  const form = useForm({ record: limits, valuesOf, names, check, pending: save.isPending });
  const send = () => {
    const { week, month, assignment, year } = form.values;
    save.mutate({
      version: form.version ?? 0,
      weekMinutes: numberOf(week, 60),
      monthMinutes: numberOf(month, 60),
      assignmentDays: numberOf(assignment),
      yearDays: numberOf(year),
    });
  };
  return (
    <FormDialog
      onClose={onClose}
      title={`Work limits of ${name}`}
      form={form}
      onSubmit={send}
      submitLabel="Save"
      {...sending(save, 'Saving...')}
      intro={
        <p>
          Beyond a limit, {name} gets no offers and can’t request a class. You can still assign one, with a reason. Days
          at other schools of the district count, too.
        </p>
      }
    >
      <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        <Field label="Hours per week" optional {...form.field('week')}>
          <Input inputMode="decimal" {...form.text('week')} />
        </Field>
        <Field label="Hours per month" optional {...form.field('month')}>
          <Input inputMode="decimal" {...form.text('month')} />
        </Field>
        <Field label="Days in one class" optional {...form.field('assignment')}>
          <Input inputMode="numeric" {...form.text('assignment')} />
        </Field>
        <Field label="Days per school year" optional {...form.field('year')}>
          <Input inputMode="numeric" {...form.text('year')} />
        </Field>
      </div>
    </FormDialog>
  );
}
