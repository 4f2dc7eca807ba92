import { useEffect, useRef, useState } from 'react';
import { focusField } from '#web/ui/focus-field.ts';
import { isSame } from '#web/ui/form-state.ts';
import type { Errors } from '#web/ui/problems.ts';

type Options<Values extends object, Name extends keyof Values & string> = {
  names: readonly Name[];
  values: Values;
  /** The errors of the values, shown or not. */
  found: Errors<Name>;
  idOf: (name: Name) => string;
};

/**
 * Returns which errors of a form are shown. An error of the values appears once its field was left or the form
 * submitted. An error of the server appears as long as the field has the rejected value.
 */
export function useFieldErrors<Values extends object, Name extends keyof Values & string>({
  names,
  values,
  found,
  idOf,
}: Options<Values, Name>) {
  const [left, setLeft] = useState<readonly Name[]>([]);
  /** The server's errors, each with the rejected value. */
  const [refused, setRefused] = useState<readonly { name: Name; value: unknown; sentence: string }[]>([]);
  const [attempt, setAttempt] = useState(0);
  const first = useRef<Name | null>(null);
  // Waits until the fields are enabled again: some are disabled while the form is submitted.
  useEffect(() => {
    if (first.current !== null) focusField(document.getElementById(idOf(first.current)));
    first.current = null;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- ids do not change
  }, [attempt]);
  return {
    /** Counts how often a field at fault was shown. */
    attempt,
    errorOf: (name: Name): string | undefined =>
      refused.find((each) => each.name === name && isSame(each.value, values[name]))?.sentence ??
      (left.includes(name) ? found[name] : undefined),
    hasLeft: (name: Name) => left.includes(name),
    /** Shows the errors of a field that was left. */
    leave: (name: Name) => setLeft([...left, name]),
    /** Shows the errors of these fields alone, such as when the form is submitted. */
    leaveOnly: setLeft,
    /** Shows these errors of the server instead of its earlier ones. */
    refuse: (sentences: Readonly<{ [name: string]: string }>) =>
      setRefused(names.flatMap((name) => refusalOf(name, values, sentences[name]))),
    refuseAlso: (name: Name, sentence: string) =>
      setRefused((before) => [...before.filter((each) => each.name !== name), ...refusalOf(name, values, sentence)]),
    clear: (...changed: readonly (keyof Values)[]) => {
      setLeft((before) => before.filter((name) => !changed.includes(name)));
      setRefused((before) => before.filter(({ name }) => !changed.includes(name)));
    },
    clearAll: () => {
      setLeft([]);
      setRefused([]);
    },
    /** Focuses the first of these fields. */
    show: (atFault: readonly Name[]) => {
      first.current = names.find((name) => atFault.includes(name)) ?? null;
      setAttempt((count) => count + 1);
    },
  };
}

function refusalOf<Values extends object, Name extends keyof Values>(name: Name, values: Values, sentence?: string) {
  return sentence === undefined ? [] : [{ name, value: values[name], sentence }];
}
