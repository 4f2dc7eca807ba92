import { useEffect, useId, useRef, type ChangeEvent, type ComponentProps, type ReactNode } from 'react';
import { join } from '#web/ui/join.ts';

type ChoiceProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode };

const choiceRow =
  'flex min-h-7 items-start gap-3 py-1 text-label text-ink pointer-coarse:min-h-touch pointer-coarse:py-3';

/** Shows a checkbox and its label as one target. `mixed` is the third state of a select-all. */
export function Checkbox({ label, hint, className, mixed = false, ref, ...rest }: ChoiceProps & { mixed?: boolean }) {
  const hintId = useId();
  const own = useRef<HTMLInputElement | null>(null);
  useEffect(() => {
    if (own.current) own.current.indeterminate = mixed;
  }, [mixed]);
  const keep = (element: HTMLInputElement | null) => {
    own.current = element;
    if (typeof ref === 'function') ref(element);
    else if (ref) ref.current = element;
  };
  return (
    <label className={join(choiceRow, className)}>
      <input {...rest} ref={keep} type="checkbox" aria-describedby={hint ? hintId : undefined} className="tick" />
      <ChoiceWords label={label} hint={hint} hintId={hintId} />
    </label>
  );
}

/** One of several options. `Radio`s with the same `name` belong in a `FieldGroup`. */
export function Radio({ label, hint, ...rest }: Omit<ChoiceProps, 'className'>) {
  const hintId = useId();
  return (
    <label className={choiceRow}>
      <input {...rest} type="radio" aria-describedby={hint ? hintId : undefined} className="dot" />
      <ChoiceWords label={label} hint={hint} hintId={hintId} />
    </label>
  );
}

function ChoiceWords({ label, hint, hintId }: { label: ReactNode; hint?: ReactNode; hintId: string }) {
  return (
    <span className="min-w-0 wrap-anywhere">
      <span className={hint ? 'font-semibold' : undefined}>{label}</span>
      {hint ? (
        <span id={hintId} className="block text-meta text-ink-3">
          {hint}
        </span>
      ) : null}
    </span>
  );
}

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'aria-label'> & {
  /** The full accessible name ("Cedar Hollow active"). The visible word is the state. */
  name: string;
  /** The words next to the switch when on and off. */
  words: readonly [on: string, off: string];
};

/** Shows a switch that applies immediately, with its state in words. */
export function Switch({ name, words, checked, className, ...rest }: SwitchProps) {
  return (
    <label
      className={join('inline-flex min-h-9 items-center gap-2.5 text-label pointer-coarse:min-h-touch', className)}
    >
      <input {...rest} checked={checked} type="checkbox" role="switch" aria-label={name} className="toggle" />
      <span aria-hidden="true" className="grid">
        {/* Both words are laid out, so the row doesn't jump when the state changes. */}
        <span className={join('col-start-1 row-start-1', !checked && 'invisible')}>{words[0]}</span>
        <span className={join('col-start-1 row-start-1', checked && 'invisible')}>{words[1]}</span>
      </span>
    </label>
  );
}

type SegmentedProps<Value extends string> = {
  /** The accessible name of the choice. */
  label: string;
  options: readonly { value: Value; label: ReactNode; disabled?: boolean; description?: string }[];
  value: Value;
  onChange: (value: Value) => void;
  /** Fills the width in equal parts. */
  wide?: boolean;
};

/** Two to four short options: native radios in the shape of a segmented control. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onChange,
  wide = false,
}: SegmentedProps<Value>) {
  const name = useId();
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = options.find((option) => option.value === event.target.value);
    if (chosen) onChange(chosen.value);
  };
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={join(
        'grid-flow-col auto-cols-fr gap-0.5 rounded-control bg-subtle p-[3px] print:hidden',
        wide ? 'grid' : 'inline-grid max-md:grid',
      )}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className="segment relative grid min-h-8 place-items-center rounded-[6px] px-3.5 text-center text-label font-medium text-ink-2 transition-colors duration-(--duration-quick) has-checked:bg-raised has-checked:font-semibold has-checked:text-ink has-checked:shadow-[0_0_0_1px_var(--color-line),var(--shadow-card)] has-disabled:text-ink-off has-disabled:line-through has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus max-md:px-2 pointer-coarse:min-h-touch"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            aria-label={option.description}
            onChange={choose}
            className="absolute inset-0 m-0 cursor-pointer appearance-none opacity-0 disabled:cursor-not-allowed"
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
