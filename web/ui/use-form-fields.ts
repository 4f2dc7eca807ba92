import { useEffect, useRef, useState, type FocusEvent, type FormEvent } from 'react';
import { focusField } from '#web/ui/focus-field.ts';
import type { Errors } from '#web/ui/problems.ts';

/**
 * The errors of a plain form, checked against the contract's own schema: one appears on leaving a field that
 * holds something or on submit, and disappears while typing in it. For forms about no record, mostly passwords: their
 * fields hold what was typed before the script had loaded. All others use `useForm`.
 */
export function useFormFields<Name extends string>(
  names: readonly Name[],
  check: (form: HTMLFormElement) => Errors<Name>,
) {
  const [errors, setErrors] = useState<Errors<Name>>({});
  const [attempt, setAttempt] = useState(0);
  /** The value that the server rejected. Its error is shown until the value changes. */
  const refused = useRef(new Map<Name, string>());
  const first = useRef<HTMLElement | null>(null);
  // Waits until the fields are enabled again: some are disabled while the form is submitted.
  useEffect(() => focusField(first.current), [attempt]);
  const nameOf = (target: EventTarget): Name | undefined =>
    target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement
      ? names.find((name) => name === target.name)
      : undefined;

  /** Shows these errors and focuses the first field. */
  const show = (form: HTMLFormElement, found: Errors<Name>) => {
    const own = check(form);
    refused.current = new Map(
      names
        .filter((name) => found[name] !== undefined && own[name] === undefined)
        .map((name) => [name, textOf(form, name)]),
    );
    setErrors(found);
    setAttempt((count) => count + 1);
    const name = names.find((known) => found[known] !== undefined);
    const control = name === undefined ? null : form.elements.namedItem(name);
    first.current = control instanceof HTMLElement ? control : null;
  };
  return {
    errors,
    attempt,
    problems: names.flatMap((name) => {
      const message = errors[name];
      return message === undefined ? [] : [{ id: `field-${name}`, message }];
    }),
    show,
    /** Whether the form can be submitted. If not, shows the errors. */
    accepts: (form: HTMLFormElement): boolean => {
      const found = check(form);
      if (Object.keys(found).length === 0) {
        setErrors({});
        return true;
      }
      show(form, found);
      return false;
    },
    handlers: {
      onInput: (event: FormEvent<HTMLElement>) => {
        const name = nameOf(event.target);
        if (name !== undefined && errors[name] !== undefined) setErrors((others) => withError(others, name, undefined));
      },
      onBlur: (event: FocusEvent<HTMLElement>) => {
        const name = nameOf(event.target);
        const left: EventTarget = event.target;
        if (name === undefined || !(left instanceof HTMLInputElement) || left.value === '' || left.form === null)
          return;
        // An error that appears while a button is pressed would move the button away from the pointer.
        if (left.form.querySelector('button:active') !== null) return;
        if (refused.current.get(name) === left.value) return;
        const error = check(left.form)[name];
        setErrors((others) => withError(others, name, error));
      },
    },
  };
}

function withError<Name extends string>(errors: Errors<Name>, name: Name, error: string | undefined): Errors<Name> {
  if (errors[name] === error) return errors;
  const changed = { ...errors };
  if (error === undefined) delete changed[name];
  else changed[name] = error;
  return changed;
}

/** The text of one field of a form, or '' if it has none. */
export function textOf(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value : '';
}
