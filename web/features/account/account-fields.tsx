import { personLimits } from '#domain/person.ts';
import { Field } from '#web/ui/field.tsx';
import { Input, PasswordInput, PrefixedInput, asTyped } from '#web/ui/input.tsx';
import { checkedBy, type Errors, type Schema } from '#web/ui/problems.ts';
import type { TextForm } from '#web/ui/use-form.ts';

type NameFieldsProps = { form: TextForm<'fullName' | 'username'>; isOwn?: boolean };

/**
 * Shows the name and username of a new account: people's own, or one that an administrator creates. Then the first
 * field takes the focus.
 */
export function NameFields({ form, isOwn = false }: NameFieldsProps) {
  return (
    <>
      <Field {...form.field('fullName')} label="Full Name">
        <Input
          {...form.text('fullName')}
          autoComplete={isOwn ? 'name' : 'off'}
          data-autofocus={isOwn ? undefined : ''}
        />
      </Field>
      <Field
        {...form.field('username')}
        label="Username"
        hint={`At least ${personLimits.username.min} characters, using only letters, numbers and underscores`}
      >
        <PrefixedInput prefix="@" {...form.text('username')} autoComplete={isOwn ? 'username' : 'off'} {...asTyped} />
      </Field>
    </>
  );
}

/** Shows the username of an existing account next to a new password, for the password manager. */
export function KnownUsername({ username, hint }: { username: string; hint?: string }) {
  return (
    <Field label="Username" hint={hint}>
      <PrefixedInput
        prefix="@"
        name="username"
        value={username}
        readOnly
        autoComplete="username"
        className="bg-subtle!"
      />
    </Field>
  );
}

type NewPasswordFieldsProps = { form: TextForm<'password' | 'confirmPassword'>; label?: string; hint: string };

/** Shows a new password, typed twice. */
export function NewPasswordFields({ form, label = 'Password', hint }: NewPasswordFieldsProps) {
  return (
    <>
      <Field {...form.field('password')} label={label} hint={hint}>
        <PasswordInput {...form.text('password')} autoComplete="new-password" />
      </Field>
      <Field {...form.field('confirmPassword')} label="Confirm Password">
        <PasswordInput {...form.text('confirmPassword')} autoComplete="new-password" />
      </Field>
    </>
  );
}

/** The minimum length of a password that an admin chooses for another person. */
export const givenPasswordHint = `At least ${personLimits.password.minByAdmin} characters. We’ll ask them to choose their own.`;
/** The minimum length of a password that people choose for themselves. */
export const ownPasswordHint = `At least ${personLimits.password.min} characters`;

/**
 * Adds an error if the passwords differ. The schema compares them only once everything else is valid, but people should
 * see it right away.
 */
export function withConfirmation<Name extends string>(
  found: Errors<Name | 'confirmPassword'>,
  input: { password: string; confirmPassword: string },
): Errors<Name | 'confirmPassword'> {
  return input.confirmPassword === input.password || found.confirmPassword !== undefined
    ? found
    : { ...found, confirmPassword: "Passwords don't match" };
}

/** A new password, not typed yet. */
export const noPassword = { password: '', confirmPassword: '' };

/** Checks a form that has only a new password. */
export const passwordCheck = (schema: Schema) => (values: typeof noPassword) =>
  withConfirmation(checkedBy<typeof noPassword>(schema)(values), values);
