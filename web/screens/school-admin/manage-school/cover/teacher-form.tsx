import { putTimetable } from '#contract/cover-settings.ts';
import type { Sent } from '#contract/endpoint.ts';
import { type SlotKind, slotKinds, timetableLimits } from '#domain/timetable.ts';
import { call } from '#web/api/client.ts';
import { sending } from '#web/api/sending.ts';
import { useCommand } from '#web/api/use-command.ts';
import type { TeacherRow } from '#web/screens/school-admin/manage-school/cover/queries.ts';
import { Field, FieldGroup } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { changeInWords } from '#web/ui/form-state.ts';
import { Input, Options, Select } from '#web/ui/input.tsx';
import { useForm } from '#web/ui/use-form.ts';

type Slot = TeacherRow['slots'][number];

const kindNames: Record<SlotKind, string> = {
  class: 'Class',
  planning: 'Planning',
  lunch: 'Lunch',
  duty: 'Duty',
  off: 'Not at school',
};

type TeacherFormProps = { teacher: TeacherRow; periods: readonly string[]; onClose: () => void };

/**
 * Shows a teacher's periods, the same every day. Entries for certain weekdays, which a file can have, stay as they are.
 */
export function TeacherForm({ teacher, periods, onClose }: TeacherFormProps) {
  const { teacherId, fullName, slots } = teacher;
  const onDays = slots.filter(({ days }) => days.length > 0);
  const save = useCommand({
    send: (body: Sent<typeof putTimetable>['body']) => call(putTimetable, { params: { id: teacherId }, body }),
    toast: { title: 'Periods saved', text: fullName },
    onDone: onClose,
    changes: ['cover'],
    refetchesAnyway: true,
  });
  const form = useForm({
    record: teacher,
    valuesOf: (of: TeacherRow) => ({ daily: dailyOf(of.slots, periods), since: of.since ?? '' }),
    names: ['daily', 'since'],
    check: () => ({}),
    inWords: (name, theirs) => (name === 'since' ? changeInWords(theirs.since) : 'while you were editing'),
    pending: save.isPending,
  });
  const { daily, since } = form.values;
  const submit = () => {
    const everyDay = daily.map(({ size, ...slot }) => ({ ...slot, days: [], size: sizeOf(size) }));
    const body = { slots: [...everyDay, ...onDays], since: since === '' ? null : since, version: teacher.version };
    save.mutate(body, { onError: form.refuse });
  };
  const set = (nth: number, change: Partial<(typeof daily)[number]>) =>
    form.set({ daily: daily.map((each, at) => (at === nth ? { ...each, ...change } : each)) });
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={`Periods of ${fullName}`}
      form={form}
      onSubmit={submit}
      submitLabel="Save"
      {...sending(save, 'Saving...')}
    >
      <FieldGroup {...form.field('daily')} label="Every day">
        <ul className="grid gap-3">
          {daily.map(({ period, kind, title, room, size }, nth) => {
            const label = (text: string) => (
              <>
                {text}
                <span className="sr-only"> in period {period}</span>
              </>
            );
            return (
              <li
                key={period}
                className="grid grid-cols-[7rem_1fr] gap-x-3 gap-y-2 border-t border-line pt-3 first:border-t-0 first:pt-0 max-sm:grid-cols-1"
              >
                <Field label={`Period ${period}`}>
                  <Select
                    value={kind}
                    onChange={({ target }) =>
                      set(nth, { kind: slotKinds.find((each) => each === target.value) ?? 'planning' })
                    }
                  >
                    <Options of={slotKinds} nameOf={(each) => kindNames[each]} />
                  </Select>
                </Field>
                {kind === 'class' || kind === 'duty' ? (
                  <div className="grid grid-cols-[2fr_1fr_5.5rem] gap-2 max-sm:grid-cols-2">
                    <Field label={label(kind === 'class' ? 'Class' : 'Duty')} className="max-sm:col-span-2">
                      <Input
                        maxLength={timetableLimits.title}
                        value={title}
                        onChange={({ target }) => set(nth, { title: target.value })}
                      />
                    </Field>
                    <Field label={label('Room')}>
                      <Input
                        maxLength={timetableLimits.room}
                        value={room}
                        onChange={({ target }) => set(nth, { room: target.value })}
                      />
                    </Field>
                    <Field label={label('Students')}>
                      <Input
                        inputMode="numeric"
                        maxLength={3}
                        value={size}
                        onChange={({ target }) => set(nth, { size: target.value })}
                      />
                    </Field>
                  </div>
                ) : null}
              </li>
            );
          })}
        </ul>
      </FieldGroup>
      {onDays.length === 0 ? null : (
        <p className="text-label text-ink-3">
          {onDays.length === 1 ? '1 entry' : `${onDays.length} entries`} for certain weekdays came from a file and won’t
          change here.
        </p>
      )}
      <Field {...form.field('since')} label="Working here since" optional hint="Used for the order by seniority.">
        <Input {...form.text('since')} type="date" />
      </Field>
    </FormDialog>
  );
}

function dailyOf(slots: readonly Slot[], periods: readonly string[]) {
  return periods.map((period) => {
    const slot = slots.find((each) => each.period === period && each.days.length === 0);
    return {
      period,
      kind: slot?.kind ?? 'planning',
      title: slot?.title ?? '',
      room: slot?.room ?? '',
      size: slot?.size === null || slot === undefined ? '' : String(slot.size),
    };
  });
}

function sizeOf(text: string): number | null {
  return /^\d{1,3}$/.test(text.trim()) ? Math.min(Number(text), timetableLimits.size) : null;
}
