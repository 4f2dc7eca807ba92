import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState, type FormEvent, type FocusEvent } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { ApiError } from '#web/api/errors.ts';
import {
  absenceFields,
  absenceProblems,
  absenceSchema,
  absenceValueNames,
  type Absence,
  type AbsenceField,
  type AbsenceValues,
} from '#web/features/vacancies/absence-form.ts';

type Sentences = Partial<Record<AbsenceField, string>>;

/**
 * The form of an absence, validated on change. An error appears on leaving its field, and disappears while
 * typing in it; what the server refused of a field is shown the same way.
 */
export function useAbsenceForm(start: AbsenceValues, today: string) {
  const form = useForm<AbsenceValues, unknown, Absence>({
    defaultValues: start,
    mode: 'onChange',
    resolver: standardSchemaResolver(absenceSchema(today)),
  });
  const values = { ...start, ...useWatch({ control: form.control }) };
  const [left, setLeft] = useState<readonly AbsenceField[]>([]);
  const [refused, setRefused] = useState<Sentences>({});
  const [attempt, setAttempt] = useState(0);
  const problems = absenceProblems(today, values);
  const errors: Sentences = { ...Object.fromEntries(left.map((name) => [name, problems[name]])), ...refused };

  const touch = (name: AbsenceField) => {
    setLeft(left.filter((known) => known !== name));
    if (refused[name] === undefined) return;
    const { [name]: _gone, ...others } = refused;
    setRefused(others);
  };
  return {
    form,
    values,
    problems,
    errors,
    attempt,
    /** The shown errors in their order, for the summary. */
    summary: absenceFields.flatMap((name) =>
      errors[name] === undefined ? [] : [{ id: fieldId(name), message: errors[name] }],
    ),
    /** Shows the server's sentences at their fields; answers whether there were any that this form has. */
    showRefused: (error: unknown): boolean => {
      const fields = error instanceof ApiError ? error.fields : {};
      const known = absenceFields.filter((name) => fields[name] !== undefined);
      setRefused(Object.fromEntries(known.map((name) => [name, fields[name]])));
      setAttempt((count) => count + 1);
      const [first] = known;
      // Not through the form: an addition to the description is no control of its own.
      if (first !== undefined) document.getElementById(fieldId(first))?.focus();
      return known.length > 0;
    },
    /** Holds these instead of what it held; no error is shown. */
    startOver: (next: AbsenceValues) => {
      // Not `reset`: it forgets the controls until each is registered again, which the compiled screen does not do.
      for (const name of absenceValueNames) form.setValue(name, next[name]);
      setLeft([]);
      setRefused({});
    },
    handlers: {
      onChange: (event: FormEvent<HTMLElement>) => {
        const name = nameOf(event.target);
        if (name !== undefined) touch(name);
      },
      onBlur: (event: FocusEvent<HTMLElement>) => {
        const name = nameOf(event.target);
        if (name !== undefined && !left.includes(name)) setLeft([...left, name]);
      },
    },
  };
}

export type AbsenceFormState = ReturnType<typeof useAbsenceForm>;

/** The id of a field's control, for the summary's links. */
export function fieldId(name: AbsenceField): string {
  return `absence-${name}`;
}

function nameOf(target: EventTarget): AbsenceField | undefined {
  return 'name' in target ? absenceFields.find((name) => name === target.name) : undefined;
}
