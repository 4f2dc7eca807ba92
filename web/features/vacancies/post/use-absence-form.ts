import { gradeName } from '#domain/class.ts';
import {
  absenceFields,
  absenceProblems,
  type AbsenceField,
  type AbsenceValues,
} from '#web/features/vacancies/post/absence-form.ts';

import type { Closure } from '#domain/closure.ts';
import { formatDate, formatTime } from '#domain/time.ts';
import { shiftName, shiftTypes } from '#domain/shift.ts';
import { changeInWords } from '#web/ui/form-state.ts';
import { useForm } from '#web/ui/use-form.ts';

type AbsenceFormOptions<Record> = {
  /** The initial state of the form: an existing vacancy, or an empty absence. */
  record: Record;
  valuesOf: (record: Record) => AbsenceValues;
  /** The school's local date. */
  today: string;
  closures?: readonly Closure[];
  pending: boolean;
  isProposal?: boolean;
  keepsDraft?: boolean;
  /** Validates only these fields. The default is all of them. */
  only?: readonly AbsenceField[];
  draft?: { read: () => AbsenceValues | null; keep: (values: AbsenceValues | null) => void };
};

/** Returns the form of an absence, validated on change. An error appears on blur, and disappears while typing. */
export function useAbsenceForm<Record extends object>({
  today,
  closures,
  only,
  ...options
}: AbsenceFormOptions<Record>) {
  return useForm({
    ...options,
    names: absenceFields,
    check: (values) => {
      const found = absenceProblems(today, values, closures);
      return only === undefined
        ? found
        : Object.fromEntries(only.flatMap((name) => (found[name] === undefined ? [] : [[name, found[name]]])));
    },
    idOf: fieldId,
    inWords,
    showsEmpty: true,
  });
}

export type AbsenceFormState = Pick<
  ReturnType<typeof useAbsenceForm>,
  'values' | 'set' | 'text' | 'tick' | 'field' | 'found'
>;

/** Returns the id of a field's control, for the links in the summary. */
export function fieldId(name: AbsenceField): string {
  return `absence-${name}`;
}

function inWords(name: AbsenceField, theirs: AbsenceValues): string {
  if (name === 'planFileIds') return `to ${theirs[name].length === 1 ? 'one file' : `${theirs[name].length} files`}`;
  const value = theirs[name];
  if (name === 'grade' && theirs.grade !== '') return `to ${gradeName(theirs.grade)}`;
  if (name === 'date') return `to ${formatDate(value)}`;
  if (name === 'startTime' || name === 'endTime') return `to ${formatTime(value)}`;
  const shift = name === 'shiftType' ? shiftTypes.find((type) => type === value) : undefined;
  return changeInWords(shift === undefined ? value : shiftName(shift));
}
