import { useState, type ComponentProps, type ReactNode } from 'react';
import { useFieldAttributes } from '#web/ui/field.tsx';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { join } from '#web/ui/join.ts';

/** The attributes of a field whose text the device must not correct, such as a username. */
export const asTyped = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;

/** Shows a text field (also date, time, number, search), inside a `Field` that labels it. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...useFieldAttributes()} {...rest} className={join('control', className)} />;
}

/** Shows a text field with a prefix that isn't part of its value, such as @. */
export function PrefixedInput({
  prefix,
  className,
  ...rest
}: Omit<ComponentProps<'input'>, 'prefix'> & { prefix: ReactNode }) {
  return (
    <div className="relative">
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-px left-px grid w-9 place-items-center border-r border-line text-ink-3"
      >
        {prefix}
      </span>
      <Input {...rest} className={join('pl-12!', className)} />
    </div>
  );
}

type SearchInputProps = Omit<ComponentProps<'input'>, 'type' | 'onChange'> & { onType?: (text: string) => void };

/** Shows the search field. Enter doesn't send the form around it. Outside of a `Field` it needs an `aria-label`. */
export function SearchInput({ className, onType, ...rest }: SearchInputProps) {
  return (
    <div className="relative">
      <span className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-ink-3">
        <Icon shape={icons.search} size="small" />
      </span>
      <Input
        type="search"
        autoComplete="off"
        onChange={(event) => onType?.(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        {...rest}
        className={join('pl-9!', className)}
      />
    </div>
  );
}

/** Shows a password field with a show button. Pasting and password managers always work. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input {...rest} type={shown ? 'text' : 'password'} {...asTyped} className={join('pr-18!', className)} />
      <button
        type="button"
        aria-pressed={shown}
        aria-label="Show password"
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 min-w-touch rounded-control px-3 text-meta font-semibold text-ink-2 hover:text-ink"
      >
        {shown ? 'Hide' : 'Show'}
      </button>
    </div>
  );
}

/** Shows a multi-line text field that grows with its content. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...useFieldAttributes()} {...rest} className={join('control', className)} />;
}

/** Shows a native select with our border. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return <select {...useFieldAttributes()} {...rest} className={join('control', className)} />;
}

type OptionsProps<Value> = { of: readonly Value[]; nameOf: (value: Value) => string };

/** Shows the options of a select. */
export function Options<Value extends string | number>({ of, nameOf }: OptionsProps<Value>) {
  return of.map((value) => (
    <option key={value} value={value}>
      {nameOf(value)}
    </option>
  ));
}
