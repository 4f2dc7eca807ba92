import { shiftFields, type ShiftType } from '#domain/shift.ts';
import type { ShiftSettingsState } from '#web/screens/school-admin/manage-school/use-shift-settings.ts';
import { Switch } from '#web/ui/choice.tsx';
import { Field, FieldError } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

const words: Record<ShiftType, { name: string; hint: string }> = {
  full_day: { name: 'Full day', hint: 'Start and end of the school day' },
  morning: { name: 'Morning', hint: 'Ends no later than the afternoon starts' },
  afternoon: { name: 'Afternoon', hint: 'Starts 30 minutes after the morning ends, or later' },
};

/**
 * One shift: whether teachers can choose it, and its times. An error about the choice appears next to its switch, where
 * a failed save moves the focus.
 */
export function ShiftRow({ type, state }: { type: ShiftType; state: ShiftSettingsState }) {
  const { form, shown, errors } = state;
  const { allow, start, end } = shiftFields[type];
  const { name, hint } = words[type];
  const isAfternoon = type === 'afternoon';
  const problem = errors[allow];
  const problemId = `field-${allow}-error`;
  const fault = problem === undefined ? {} : ({ 'aria-describedby': problemId, 'aria-invalid': true } as const);
  const time = (field: typeof start | typeof end, label: string) => (
    <Field id={`field-${field}`} label={label} error={errors[field] ?? form.field(field).error}>
      <Input
        type="time"
        name={field}
        aria-label={`${name}, ${label.toLowerCase()}`}
        value={shown[field]}
        onChange={(event) => form.set({ [field]: event.target.value })}
        {...(isAfternoon && field === start ? { onFocus: state.beginAfternoon, onBlur: state.endAfternoon } : {})}
      />
    </Field>
  );
  return (
    <div className="grid gap-x-5 gap-y-3 border-t border-line py-4 first:border-t-0 first:pt-1 last:pb-0 md:grid-cols-[minmax(0,1fr)_minmax(0,19rem)] md:items-start">
      <div className="flex items-start gap-3">
        <div className="grid min-w-0 flex-1 gap-1.5">
          <div>
            <h3 className="text-body">{name}</h3>
            <p className="text-meta text-ink-3">{hint}</p>
          </div>
          {problem === undefined ? null : <FieldError id={problemId}>{problem}</FieldError>}
        </div>
        <Switch
          id={`field-${allow}`}
          name={`${name} offered`}
          words={['Offered', 'Not offered']}
          checked={shown[allow]}
          onChange={(event) => form.set({ [allow]: event.target.checked })}
          {...fault}
        />
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-3">
        {time(start, 'Start')}
        {time(end, 'End')}
      </div>
    </div>
  );
}
