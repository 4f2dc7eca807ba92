import type { ShiftSettingsState } from '#web/screens/school-admin/manage-school/use-shift-settings.ts';
import { Field } from '#web/ui/field.tsx';
import { Folded } from '#web/ui/folded.tsx';
import { Input } from '#web/ui/input.tsx';

/** Shows the hours in which waves of offers are sent, collapsed because most schools keep the usual ones. */
export function OfferHours({ form }: Pick<ShiftSettingsState, 'form'>) {
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
