/** A form about a record: the record as last read, the fields' values, and which of them are in conflict. */
export type FormState<Record, Values> = {
  record: Record;
  values: Values;
  /** Fields that were changed here and elsewhere, until someone decides which value counts. */
  conflicts: readonly (keyof Values)[];
};

/**
 * Returns whether two values of a field are the same. Surrounding spaces are ignored, because the server trims them.
 */
export function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') return one.trim() === other.trim();
  return one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));
}

/** Returns the fields whose values differ from those of the record. */
export function changesIn<Values extends object>(base: Values, values: Values): Partial<Values> {
  const changes: Partial<Values> = {};
  for (const name of namesOf(values)) if (!isSame(values[name], base[name])) changes[name] = values[name];
  return changes;
}

/**
 * Returns the same form about a later state of its record. Fields that were not changed here take the new value.
 * Changed fields keep the typed value. If the record has another value by now, they are in conflict.
 */
export function rebased<Record, Values extends object>(
  { record, values, conflicts }: FormState<Record, Values>,
  latest: Record,
  valuesOf: (record: Record) => Values,
): FormState<Record, Values> {
  const before = valuesOf(record);
  const now = valuesOf(latest);
  const merged = { ...values };
  const open = namesOf(values).filter((name) => {
    if (isSame(values[name], before[name]) || isSame(values[name], now[name])) {
      merged[name] = now[name];
      return false;
    }
    return conflicts.includes(name) || !isSame(before[name], now[name]);
  });
  return { record: latest, values: merged, conflicts: open };
}

/** Returns the form after its record was saved with `sent`. Text typed since then stays. */
export function savedAs<Record, Values extends object>(
  { values }: FormState<Record, Values>,
  saved: Record,
  sent: Values,
  valuesOf: (record: Record) => Values,
): FormState<Record, Values> {
  const merged = valuesOf(saved);
  for (const name of namesOf(values)) if (!isSame(values[name], sent[name])) merged[name] = values[name];
  return { record: saved, values: merged, conflicts: [] };
}

/** Returns the other person's change in words: 'to “Lincoln High”'. */
export function changeInWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'to on' : 'to off';
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text === '' ? 'to empty' : `to “${text}”`;
}

/** Returns the changed fields of a call's input. */
export function picked<Input extends object>(input: Input, changes: object): Partial<Input> {
  const sent: Partial<Input> = {};
  for (const name in input) if (name in changes) sent[name] = input[name];
  return sent;
}

/** Returns the names of a form's values, in their order. */
export function namesOf<Values extends object>(values: Values): Extract<keyof Values, string>[] {
  const names: Extract<keyof Values, string>[] = [];
  for (const name in values) names.push(name);
  return names;
}
