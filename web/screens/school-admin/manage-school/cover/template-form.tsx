import { type FormEvent, useState } from 'react';
import { bellLimits, templateBell, usualTemplate } from '#domain/bell.ts';
import { isTime } from '#domain/time.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { ImportBells, type ReadSchedules } from '#web/screens/school-admin/manage-school/cover/import-bells.tsx';
import type { CoverSettings } from '#web/screens/school-admin/manage-school/cover/queries.ts';
import { useSaveSettings } from '#web/screens/school-admin/manage-school/cover/use-save-settings.ts';
import { useLeaveGuard } from '#web/navigation/use-leave-guard.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { changesIn } from '#web/ui/form-state.ts';
import { Input } from '#web/ui/input.tsx';

const usual = {
  periods: String(usualTemplate.periods),
  start: usualTemplate.start,
  minutes: String(usualTemplate.minutes),
  passing: String(usualTemplate.passing),
};

/** Shows the first step: four answers make a regular day, a late start and a half day. */
export function TemplateForm({ saved, onRead }: { saved: CoverSettings; onRead: (schedules: ReadSchedules) => void }) {
  const [typed, setTyped] = useState(usual);
  useLeaveGuard(Object.keys(changesIn(usual, typed)).length > 0);
  const [isChecked, setChecked] = useState(false);
  const save = useSaveSettings('Bell schedules created');
  const within = (text: string, least: number, most: number) =>
    /^\d{1,3}$/.test(text) && Number(text) >= least && Number(text) <= most
      ? undefined
      : `Enter a whole number from ${least} to ${most}.`;
  const errors = {
    periods: within(typed.periods, 1, bellLimits.periods),
    start: isTime(typed.start) ? undefined : 'Choose a time.',
    minutes: within(typed.minutes, 15, 180),
    passing: within(typed.passing, 0, 60),
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (save.isPending || Object.values(errors).some((error) => error !== undefined)) return;
    const bell = templateBell({
      periods: Number(typed.periods),
      start: typed.start,
      minutes: Number(typed.minutes),
      passing: Number(typed.passing),
    });
    save.mutate({
      ...saved,
      bell: { schedules: bell.schedules.map((day) => ({ ...day, periods: [...day.periods] })), weekly: {}, days: [] },
    });
  };
  const text = (name: keyof typeof typed) => ({
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
  });
  const error = (name: keyof typeof typed) => (isChecked ? errors[name] : undefined);
  return (
    <form noValidate onSubmit={submit} className="grid gap-4" aria-label="Create bell schedules">
      <p className="text-label text-ink-2">
        Start with your regular day. We’ll also suggest a late start and a half day. You can change every time
        afterward.
      </p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] items-end gap-4">
        <Field label="Periods" error={error('periods')}>
          <Input inputMode="numeric" maxLength={2} {...text('periods')} />
        </Field>
        <Field label="First bell" error={error('start')}>
          <Input type="time" {...text('start')} />
        </Field>
        <Field label="Minutes per period" error={error('minutes')}>
          <Input inputMode="numeric" maxLength={3} {...text('minutes')} />
        </Field>
        <Field label="Minutes in between" error={error('passing')}>
          <Input inputMode="numeric" maxLength={2} {...text('passing')} />
        </Field>
      </div>
      {save.isError ? (
        <Banner tone="danger" live>
          {sentenceOf(save.error)}
        </Banner>
      ) : null}
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
    </form>
  );
}
