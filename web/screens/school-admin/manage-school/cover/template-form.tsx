import { bellLimits, templateBell, usualTemplate } from '#domain/bell.ts';
import { isTime } from '#domain/time.ts';
import { CallError } from '#web/api/call-error.tsx';
import { ImportBells, type ReadSchedules } from '#web/screens/school-admin/manage-school/cover/import-bells.tsx';
import type { CoverSettings } from '#web/screens/school-admin/manage-school/cover/queries.ts';
import { useSaveSettings } from '#web/screens/school-admin/manage-school/cover/use-save-settings.ts';
import { useUnsavedText } from '#web/ui/unsaved.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';
import { Input } from '#web/ui/input.tsx';
import type { Errors } from '#web/ui/problems.ts';
import { useBlankForm } from '#web/ui/use-form.ts';

const usual = {
  periods: String(usualTemplate.periods),
  start: usualTemplate.start,
  minutes: String(usualTemplate.minutes),
  passing: String(usualTemplate.passing),
};

/** Shows the first step: four answers make a regular day, a late start and a half day. */
export function TemplateForm({ saved, onRead }: { saved: CoverSettings; onRead: (schedules: ReadSchedules) => void }) {
  const form = useBlankForm(usual, check, { idOf: (name) => `bells-${name}` });
  const { values, field, text } = form;
  useUnsavedText(form.dirty);
  const save = useSaveSettings('Bell schedules created');
  const submit = () => {
    if (save.isPending || !form.accepts()) return;
    const bell = templateBell({
      periods: Number(values.periods),
      start: values.start,
      minutes: Number(values.minutes),
      passing: Number(values.passing),
    });
    save.mutate({
      ...saved,
      bell: { schedules: bell.schedules.map((day) => ({ ...day, periods: [...day.periods] })), weekly: {}, days: [] },
    });
  };
  return (
    <Form onSubmit={submit} {...form.handlers} className="grid gap-4" aria-label="Create bell schedules">
      <p className="text-label text-ink-2">
        Start with your regular day. We’ll also suggest a late start and a half day. You can change every time
        afterward.
      </p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] items-end gap-4">
        <Field label="Periods" {...field('periods')}>
          <Input inputMode="numeric" maxLength={2} {...text('periods')} />
        </Field>
        <Field label="First bell" {...field('start')}>
          <Input type="time" {...text('start')} />
        </Field>
        <Field label="Minutes per period" {...field('minutes')}>
          <Input inputMode="numeric" maxLength={3} {...text('minutes')} />
        </Field>
        <Field label="Minutes in between" {...field('passing')}>
          <Input inputMode="numeric" maxLength={2} {...text('passing')} />
        </Field>
      </div>
      <CallError error={save.error} />
      <Button
        type="submit"
        variant="filled"
        pending={save.isPending}
        pendingText="Creating..."
        className="justify-self-start"
      >
        Create bell schedules
      </Button>
      <div className="grid gap-2 border-t border-line pt-4">
        <p className="text-label text-ink-2">Do you have your bell schedules in a spreadsheet?</p>
        <ImportBells onRead={onRead} />
      </div>
    </Form>
  );
}

const limits = { periods: [1, bellLimits.periods], minutes: [15, 180], passing: [0, 60] } as const;

function check(values: typeof usual): Errors<keyof typeof usual> {
  const found: Errors<keyof typeof usual> = isTime(values.start) ? {} : { start: 'Choose a time.' };
  for (const name of ['periods', 'minutes', 'passing'] as const) {
    const [least, most] = limits[name];
    const isWithin = /^\d{1,3}$/.test(values[name]) && Number(values[name]) >= least && Number(values[name]) <= most;
    if (!isWithin) found[name] = `Enter a whole number from ${least} to ${most}.`;
  }
  return found;
}
