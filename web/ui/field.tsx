import { createContext, use, useId, type ReactNode } from 'react';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { join } from '#web/ui/join.ts';

type FieldAttributes = { id?: string; 'aria-describedby'?: string; 'aria-invalid'?: true };
const FieldContext = createContext<FieldAttributes>({});

/** Connects the control inside a `Field` to its label, hint and error. */
export function useFieldAttributes(): FieldAttributes {
  return use(FieldContext);
}

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  /** The error under the field. Its presence makes the control invalid. */
  error?: ReactNode;
  optional?: boolean;
  /** The id of the control, or of the group, if something else must refer to it (the form summary). */
  id?: string;
  className?: string;
  children: ReactNode;
};

/** Shows a label, a hint, one control and its error, connected for screen readers. */
export function Field({ label, hint, error, optional = false, id, className, children }: FieldProps) {
  const own = useId();
  const control = id ?? own;
  const describedBy = [hint ? `${control}-hint` : '', error ? `${control}-error` : ''].filter(Boolean).join(' ');
  const attributes: FieldAttributes = {
    id: control,
    ...(describedBy ? { 'aria-describedby': describedBy } : {}),
    ...(error ? { 'aria-invalid': true as const } : {}),
  };
  return (
    <div className={join('grid min-w-0 content-start gap-1.5', className)}>
      <label htmlFor={control} className="text-label font-semibold text-ink">
        {label}
        {optional ? <OptionalMark /> : null}
      </label>
      {hint ? <Hint id={`${control}-hint`}>{hint}</Hint> : null}
      <FieldContext value={attributes}>{children}</FieldContext>
      {error ? <FieldError id={`${control}-error`}>{error}</FieldError> : null}
    </div>
  );
}

/** Several controls that answer one question: a fieldset whose legend is the question. */
export function FieldGroup({ label, hint, error, optional = false, id: given, className, children }: FieldProps) {
  const own = useId();
  const id = given ?? own;
  return (
    <fieldset
      id={given}
      tabIndex={given === undefined ? undefined : -1}
      aria-describedby={join(hint ? `${id}-hint` : '', error ? `${id}-error` : '') || undefined}
      className={join('grid min-w-0 gap-1.5', className)}
    >
      <legend className="mb-1.5 text-label font-semibold text-ink">
        {label}
        {optional ? <OptionalMark /> : null}
      </legend>
      {hint ? <Hint id={`${id}-hint`}>{hint}</Hint> : null}
      {children}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </fieldset>
  );
}

function OptionalMark() {
  return <span className="font-regular text-ink-3"> (optional)</span>;
}

function Hint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="text-meta text-ink-3">
      {children}
    </p>
  );
}

/** Shows the standard error of a field, for a control outside of a `Field`. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-meta font-medium text-danger-ink">
      <Icon shape={icons.alert} size="small" />
      <span>
        <span className="sr-only">Error: </span>
        {children}
      </span>
    </p>
  );
}
