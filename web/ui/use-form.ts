import { createElement, useState, type FocusEvent, type ReactNode, useEffect, useRef } from 'react';
import { ConflictNote } from '#web/ui/conflict-note.tsx';
import type { Draft } from '#web/ui/draft.ts';
import { focusField } from '#web/ui/focus-field.ts';
import { changeInWords, changesIn, namesOf, rebased, savedAs, type FormState } from '#web/ui/form-state.ts';
import type { FormProblem } from '#web/ui/form-summary.tsx';
import type { Errors } from '#web/ui/problems.ts';
import { useFieldErrors } from '#web/ui/use-field-errors.ts';

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
  draft?: Pick<Draft<Values>, 'read' | 'keep'> | undefined;
  /** An empty field also shows its error on blur. */
  showsEmpty?: boolean;
};

/** A call's error: sentences per field and, for a conflict, the current state of the record. */
export type Refusal = { message: string; fields?: Readonly<{ [name: string]: string }>; current?: object | null };

/**
 * Returns a form: values, errors per field and as a summary, and changes. An error appears on blur of a field that
 * isn't empty or on submit, and disappears while typing in it.
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
  const kept = useDraftBefore(draft);
  const [form, setForm] = useState<FormState<Record, Values>>(() => ({
    record,
    values: kept ?? valuesOf(record),
    conflicts: [],
  }));
  const [restored, setRestored] = useState(kept !== null);

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
  const errors = useFieldErrors({ names, values, found, idOf });
  const conflictOf = (name: Name): string | undefined =>
    form.conflicts.includes(name) ? `Changed ${others} ${inWords(name, base)}.` : undefined;

  useKept(draft, dirty ? values : null, kept !== null);

  const put = (name: keyof Values, value: unknown) => {
    setForm((before) => ({ ...before, values: { ...before.values, [name]: value } }));
    errors.clear(name);
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
    errors.clear(name);
    focusField(document.getElementById(idOf(name)));
  };
  const startOver = (next: Values) => {
    setForm((before) => ({ ...before, values: next, conflicts: [] }));
    errors.clearAll();
    setRestored(false);
  };
  return {
    values,
    changes,
    dirty,
    /** The error of each field, shown or not. */
    found,
    attempt: errors.attempt,
    /** The version of the record that the values came from. */
    version: versionOf(form.record) || undefined,
    /** The values were typed before a reload. */
    isRestored: restored && dirty,
    set,
    /** Hides the errors of fields that are changed in code. */
    clear: errors.clear,
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
            ? errors.errorOf(name)
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
      const message = conflictOf(name) ?? errors.errorOf(name);
      return message === undefined ? [] : [{ id: idOf(name), message }];
    }),
    /** Returns whether the form can be submitted. If not, shows the errors and unresolved conflicts. */
    accepts: (): boolean => {
      const atFault = names.filter((name) => found[name] !== undefined);
      const open = names.filter((name) => atFault.includes(name) || form.conflicts.includes(name));
      errors.leaveOnly(atFault);
      if (open.length > 0) errors.show(open);
      return open.length === 0;
    },
    /** Shows one field's own error, such as a file that is too large. */
    refuseValue: (name: Name, sentence: string) => {
      errors.refuseAlso(name, sentence);
      errors.show([name]);
    },
    /** Shows a call's error at its fields. After a conflict, the form holds both sides' values. */
    refuse: ({ fields = {}, current = null }: Refusal) => {
      if (current !== null) {
        const onto = (state: typeof form) => rebased(state, { ...state.record, ...current }, valuesOf);
        // Only the current state includes the text that was typed during the call.
        setForm(onto);
        errors.show(names.filter((name) => onto(form).conflicts.includes(name)));
        return;
      }
      errors.refuse(fields);
      const known = names.filter((name) => fields[name] !== undefined);
      if (known.length > 0) errors.show(known);
    },
    /** Continues from the saved record. Keeps values that were typed while `sent` was in flight. */
    saved: (saved: Record, sent: Values) => {
      setForm((before) => savedAs(before, saved, sent, valuesOf));
      errors.clearAll();
    },
    handlers: {
      onBlur: ({ target }: FocusEvent<HTMLElement>) => {
        if (!('name' in target) || !('value' in target)) return;
        const name = names.find((known) => known === target.name);
        if (name === undefined || errors.hasLeft(name) || (target.value === '' && !showsEmpty)) return;
        // An error that appears while a button is pressed would move the button away from the pointer.
        if (document.querySelector('button:active') === null) errors.leave(name);
      },
    },
  };
}

/** Returns a form without a record, such as a password. It starts with `blank`, in the order of its fields. */
export function useBlankForm<Values extends object>(
  blank: Values,
  check: (values: Values) => Errors<Extract<keyof Values, string>>,
  options: Pick<FormOptions<Values, Values, never>, 'draft'> & { idOf?: (name: string) => string } = {},
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

type Place<Values> = Pick<Draft<Values>, 'read' | 'keep'> | undefined;

/** Returns the values that the draft had when the form opened. */
function useDraftBefore<Values>(draft: Place<Values>): Values | null {
  const [before] = useState(() => draft?.read() ?? null);
  return before;
}

/**
 * Stores unsaved values, and deletes them once there are none. `wasKept` is whether the form began with stored ones.
 */
function useKept<Values>(draft: Place<Values>, unsaved: Values | null, wasKept: boolean): void {
  const typed = unsaved === null ? null : JSON.stringify(unsaved);
  const isKept = useRef(wasKept);
  useEffect(() => {
    // An untouched form must not delete the draft about another subject.
    if (typed !== null || isKept.current) draft?.keep(unsaved);
    isKept.current = typed !== null;
    // `typed` compares the values by value. `unsaved` and `draft` are new objects on each render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [typed]);
}
