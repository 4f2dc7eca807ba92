import { useState } from 'react';
import { classInWords, gradeName } from '#domain/class.ts';
import { classLimits, grades } from '#domain/grade.ts';
import { subjects } from '#domain/subject.ts';
import { typedClass } from '#web/features/vacancies/post/absence-form.ts';
import type { AbsenceFormState } from '#web/features/vacancies/post/use-absence-form.ts';
import { Checkbox } from '#web/ui/choice.tsx';
import { Field, FieldGroup } from '#web/ui/field.tsx';
import { Input, Options, Select } from '#web/ui/input.tsx';

const known = 'known-subjects';

/** Grade, subject and room, collapsed because they come from the last absence and seldom change. */
export function ClassFields({ state }: { state: AbsenceFormState }) {
  const { grade, subject } = state.values;
  const hasProblem = (['grade', 'subject', 'room'] as const).some((name) => state.field(name).error !== undefined);
  const [isOpen, setOpen] = useState(false);
  const words = classInWords(typedClass(state.values));
  return (
    <details
      open={isOpen || hasProblem}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="-my-2 min-w-0"
    >
      <summary className="min-h-touch cursor-pointer py-2 text-label wrap-anywhere text-ink">
        <span className="font-semibold">Grade, subject and room</span>
        {words === '' ? null : <span className="text-ink-2">: {words.replaceAll(' · ', ', ')}</span>}
      </summary>
      <div className="grid gap-4 pt-1 pb-2 md:grid-cols-[2fr_3fr_2fr]">
        <Field {...state.field('grade')} label="Grade" optional>
          <Select {...state.text('grade')}>
            <option value="">None, or several</option>
            <Options of={grades} nameOf={gradeName} />
          </Select>
        </Field>
        <Field {...state.field('subject')} label="Subject" optional>
          <Input list={known} maxLength={classLimits.subject} autoComplete="off" {...state.text('subject')} />
        </Field>
        <Field {...state.field('room')} label="Room" optional>
          <Input maxLength={classLimits.room} autoComplete="off" {...state.text('room')} />
        </Field>
        {grade === '' && subject.trim() === '' ? null : (
          <FieldGroup
            label="Offer it only to substitutes who"
            hint="Based on their profile and job preferences. Everyone else can still see and request it."
            className="md:col-span-3"
          >
            {grade === '' ? null : <Checkbox label={`Teach ${gradeName(grade)}`} {...state.tick('needsGrade')} />}
            {subject.trim() === '' ? null : <Checkbox label="Know this subject" {...state.tick('needsSubject')} />}
          </FieldGroup>
        )}
        <datalist id={known}>
          {subjects.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </datalist>
      </div>
    </details>
  );
}
