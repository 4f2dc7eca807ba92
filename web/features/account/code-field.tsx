import { useEffect, useRef, useState } from 'react';
import { Field } from '#web/ui/field.tsx';
import { Input, asTyped } from '#web/ui/input.tsx';
import type { TextForm } from '#web/ui/use-form.ts';

type CodeFieldProps = {
  form: TextForm<'otp'>;
  label?: string;
  /** Accepts only a code from the app. */
  appOnly?: boolean;
};

/**
 * Shows the field for a code from the authenticator app or, if the phone is lost, a recovery code. Takes the focus when
 * it appears.
 */
export function CodeField({ form, label, appOnly = false }: CodeFieldProps) {
  const [isRecovery, setRecovery] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), [isRecovery]);
  return (
    <div className="grid gap-2">
      <Field
        {...form.field('otp')}
        label={label ?? (isRecovery ? 'Recovery Code' : 'Code')}
        hint={
          isRecovery ? 'One of your ten recovery codes. Each works once.' : 'Six digits, from your authenticator app'
        }
      >
        <Input
          {...form.text('otp')}
          ref={field}
          autoComplete="one-time-code"
          inputMode={isRecovery ? 'text' : 'numeric'}
          {...asTyped}
          maxLength={40}
          className="font-mono tracking-widest"
        />
      </Field>
      {appOnly ? null : (
        <button
          type="button"
          className="link min-h-6 justify-self-start text-label pointer-coarse:min-h-touch"
          onClick={() => setRecovery(!isRecovery)}
        >
          {isRecovery ? 'Use the app instead' : 'Use a recovery code instead'}
        </button>
      )}
    </div>
  );
}
