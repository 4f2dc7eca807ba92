import { createElement, useEffect, useRef, useState, type FocusEvent, type ReactNode } from 'react';
import { ConflictNote } from '#web/ui/conflict-note.tsx';
import { focusField } from '#web/ui/focus-field.ts';
import { changeInWords, changesIn, isSame, namesOf, rebased, savedAs, type FormState } from '#web/ui/form-state.ts';
import type { FormProblem } from '#web/ui/form-summary.tsx';
import type { Errors } from '#web/ui/problems.ts';

type FormOptions<Record extends object, Values extends object, Name extends keyof Values & string> = {
  /** The edited record. A later version is merged in without losing typed values. */
  record: Record;
  /** Returns the fields' values for a record. */
  valuesOf: (record: Record) => Values;
  /** The fields that can have errors, in page order. */
  names: readonly Name[];
  /** Returns the first error of each field, from the contract's schema. */
  check: (values: Values, changes: Partial<Values>) => Errors<Name>;
  /** Returns the id of a field's control. */
  idOf?: (name: Name) => string;
  /** Returns the value that someone else set in a field: 'to 8:30 AM'. */
  inWords?: (name: Name, theirs: Values) => string;
  /** A later record is only a suggestion, so typed values stay, and no question is asked. */
  isProposal?: boolean;
  /** A restored draft is complete. Later suggestions don't change it, so posting again sends the same. */
  keepsDraft?: boolean;
  /** The other person who changes the record. */
  others?: string;
  /** The form is being submitted, so a changed record isn't someone else's edit. */
  pending?: boolean;
  /** The place where unsaved values are stored. */
  draft?: Draft<Values> | undefined;
  /** An empty field also shows its error on blur. */
  showsEmpty?: boolean;
};

type Draft<Values> = { read: () => Values | null; keep: (values: Values | null) => void };

/** A call's error: sentences per field and, for a conflict, the current state of the record. */
export type Refusal = { message: string; fields?: Readonly<{ [name: string]: string }>; current?: object | null };

/**
 * Returns a form: values, errors per field and as a summary, and changes. An error appears on blur of a field that isn't empty or
 * on submit, and disappears while typing in it.
 */
export function useForm<Record extends object, Values extends object, Name extends keyof Values & string>({
  record,
  valuesOf,
  names,
  check,
  idOf = (name) => `field-${name}`,
  inWords = (name, theirs) => changeInWords(theirs[name]),
  isProposal = false,
  keepsDraft = false,
  others = 'by someone else',
  pending = false,
  draft,
  showsEmpty = false,
}: FormOptions<Record, Values, Name>) {
  const [kept] = useState(() => draft?.read() ?? null);
  const [form, setForm] = useState<FormState<Record, Values>>(() => ({
    record,
    values: kept ?? valuesOf(record),
    conflicts: [],
  }));
  const [left, setLeft] = useState<readonly Name[]>([]);
  /** The server's errors, each with the rejected value. */
  const [refused, setRefused] = useState<readonly { name: Name; value: unknown; sentence: string }[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [restored, setRestored] = useState(kept !== null);
  const first = useRef<Name | null>(null);
  // Waits until the fields are enabled again: some are disabled while the form is submitted.
  useEffect(() => {
    if (first.current !== null) focusField(document.getElementById(idOf(first.current)));
    first.current = null;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- ids do not change
  }, [attempt]);

  if (!pending && versionOf(record) > versionOf(form.record)) {
    const next = rebased(form, record, valuesOf);
    const values = keepsDraft && restored ? form.values : next.values;
    setForm(isProposal ? { ...next, values, conflicts: [] } : next);
  }

  const { values } = form;
  const base = valuesOf(form.record);
  const changes = changesIn(base, values);
  const dirty = Object.keys(changes).length > 0;
  const found = check(values, changes);
  const errorOf = (name: Name): string | undefined =>
    refused.find((each) => each.name === name && isSame(each.value, values[name]))?.sentence ??
    (left.includes(name) ? found[name] : undefined);
  const conflictOf = (name: Name): string | undefined =>
    form.conflicts.includes(name) ? `Changed ${others} ${inWords(name, base)}.` : undefined;

  const typed = dirty ? JSON.stringify(values) : null;
  const isKept = useRef(kept !== null);
  useEffect(() => {
    // An untouched form must not delete the draft about another subject.
    if (typed !== null || isKept.current) draft?.keep(typed === null ? null : values);
    isKept.current = typed !== null;
    // `typed` compares `values` by value. `values` and `draft` are new objects on each render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [typed]);

  const clear = (...changed: readonly (keyof Values)[]) => {
    setLeft((before) => before.filter((name) => !changed.includes(name)));
    setRefused((before) => before.filter(({ name }) => !changed.includes(name)));
  };
  const put = (name: keyof Values, value: unknown) => {
    setForm((before) => ({ ...before, values: { ...before.values, [name]: value } }));
    clear(name);
  };
  const set = (part: Partial<Values>) => {
    for (const name in part) put(name, part[name]);
  };
  const settle = (name: Name, theirs: boolean) => {
    setForm((before) => ({
      ...before,
      conflicts: before.conflicts.filter((other) => other !== name),
      values: theirs ? { ...before.values, [name]: valuesOf(before.record)[name] } : before.values,
    }));
    clear(name);
    focusField(document.getElementById(idOf(name)));
  };
  /** Focuses the first of these fields. */
  const show = (atFault: readonly Name[]) => {
    first.current = names.find((name) => atFault.includes(name)) ?? null;
    setAttempt((count) => count + 1);
  };
  const startOver = (next: Values) => {
    setForm((before) => ({ ...before, values: next, conflicts: [] }));
    setLeft([]);
    setRefused([]);
    setRestored(false);
  };
  return {
    values,
    changes,
    dirty,
    /** The error of each field, shown or not. */
    found,
    attempt,
    /** The version of the record that the values came from. */
    version: versionOf(form.record) || undefined,
    /** The values were typed before a reload. */
    isRestored: restored && dirty,
    set,
    /** Hides the errors of fields that are changed in code. */
    clear,
    startOver,
    /** Resets the form to the saved record. */
    revert: () => startOver(base),
    /** Props of the `Field` around a control. */
    field: (name: Name): { id: string; error: ReactNode } => {
      const sentence = conflictOf(name);
      return {
        id: idOf(name),
        error:
          sentence === undefined
            ? errorOf(name)
            : createElement(ConflictNote, {
                sentence,
                onKeep: () => settle(name, false),
                onUse: () => settle(name, true),
              }),
      };
    },
    /** Props of a text control. */
    text: <Field extends TextNames<Values>>(name: Field) => ({
      name,
      value: values[name],
      onChange: (event: { target: { value: string } }) => put(name, event.target.value),
    }),
    /** Props of a checkbox. */
    tick: <Field extends TickNames<Values>>(name: Field) => ({
      name,
      checked: values[name],
      onChange: (event: { target: { checked: boolean } }) => put(name, event.target.checked),
    }),
    /** The shown errors in their order, for the summary. */
    problems: names.flatMap((name): FormProblem[] => {
      const message = conflictOf(name) ?? errorOf(name);
      return message === undefined ? [] : [{ id: idOf(name), message }];
    }),
    /** Returns whether the form can be submitted. If not, shows the errors and unresolved conflicts. */
    accepts: (): boolean => {
      const atFault = names.filter((name) => found[name] !== undefined);
      const open = names.filter((name) => atFault.includes(name) || form.conflicts.includes(name));
      setLeft(atFault);
      if (open.length > 0) show(open);
      return open.length === 0;
    },
    /** Shows one field's own error, such as a file that is too large. */
    refuseValue: (name: Name, sentence: string) => {
      setRefused((before) => [...before.filter((each) => each.name !== name), { name, value: values[name], sentence }]);
      show([name]);
    },
    /** Shows a call's error at its fields. After a conflict, the form holds both sides' values. */
    refuse: ({ fields = {}, current = null }: Refusal) => {
      if (current !== null) {
        const onto = (state: typeof form) => rebased(state, { ...state.record, ...current }, valuesOf);
        // Only the current state includes the text that was typed during the call.
        setForm(onto);
        show(names.filter((name) => onto(form).conflicts.includes(name)));
        return;
      }
      const known = names.filter((name) => fields[name] !== undefined);
      setRefused(known.map((name) => ({ name, value: values[name], sentence: fields[name] ?? '' })));
      if (known.length > 0) show(known);
    },
    /** Continues from the saved record. Keeps values that were typed while `sent` was in flight. */
    saved: (saved: Record, sent: Values) => {
      setForm((before) => savedAs(before, saved, sent, valuesOf));
      setLeft([]);
      setRefused([]);
    },
    handlers: {
      onBlur: ({ target }: FocusEvent<HTMLElement>) => {
        if (!('name' in target) || !('value' in target)) return;
        const name = names.find((known) => known === target.name);
        if (name === undefined || left.includes(name) || (target.value === '' && !showsEmpty)) return;
        // An error that appears while a button is pressed would move the button away from the pointer.
        if (document.querySelector('button:active') === null) setLeft([...left, name]);
      },
    },
  };
}

/** Returns a form without a record, such as a password. It starts with `blank`, in the order of its fields. */
export function useBlankForm<Values extends object>(
  blank: Values,
  check: (values: Values) => Errors<Extract<keyof Values, string>>,
  options: { idOf?: (name: string) => string; draft?: Draft<Values> } = {},
) {
  return useForm({ record: blank, valuesOf: (values: Values) => values, names: namesOf(blank), check, ...options });
}

/** A form that has these text fields. */
export type TextForm<Name extends string> = {
  field: (name: Name) => { id: string; error: ReactNode };
  text: (name: Name) => { name: string; value: string; onChange: (event: { target: { value: string } }) => void };
};

type TextNames<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values] & string;
type TickNames<Values> = { [Name in keyof Values]: Values[Name] extends boolean ? Name : never }[keyof Values] & string;

function versionOf(record: object): number {
  return 'version' in record && typeof record.version === 'number' ? record.version : 0;
}
