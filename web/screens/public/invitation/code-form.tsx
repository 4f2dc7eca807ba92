import { type FormEvent, useState } from 'react';
import { navigate } from '#web/navigation/location.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

/** Shows the form for a slip's code. Case, spaces and dashes are ignored. */
export function CodeForm() {
  const [error, setError] = useState<string | undefined>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('code');
    const code = typeof typed === 'string' ? typed.trim().toLowerCase() : '';
    if (/[a-z0-9]/.test(code)) navigate(`/invitations/${encodeURIComponent(code.replaceAll(/[^a-z0-9]+/g, '-'))}`);
    else {
      setError('Enter the code from your invitation.');
      event.currentTarget.querySelector('input')?.focus();
    }
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <Field
        label="Code"
        hint="Four groups of four letters and numbers, at the end of the address on your slip"
        error={error}
      >
        <Input
          name="code"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          onInput={() => setError(undefined)}
        />
      </Field>
      <Button type="submit" variant="filled" className="min-h-11.5!">
        Open the invitation
      </Button>
    </form>
  );
}
