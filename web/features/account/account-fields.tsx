import { personLimits } from '#domain/person.ts';
import { Field } from '#web/ui/field.tsx';
import { Input, PasswordInput, PrefixedInput } from '#web/ui/input.tsx';
import type { Errors } from '#web/ui/problems.ts';

/** Name and username of an account that somebody makes for somebody else; the first of them takes the focus. */
export function NameFields({ errors }: { errors: Errors<'fullName' | 'username'> }) {
  return (
    <>
      <Field id="field-fullName" label="Full Name" error={errors.fullName}>
        <Input name="fullName" autoComplete="off" data-autofocus="" />
      </Field>
      <Field
        id="field-username"
        label="Username"
        hint={`At least ${personLimits.username.min} characters, using only letters, numbers and underscores`}
        error={errors.username}
      >
        <PrefixedInput
          prefix="@"
          name="username"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
      </Field>
    </>
  );
}

type NewPasswordFieldsProps = { errors: Errors<'password' | 'confirmPassword'>; label?: string; hint: string };

/** A new password, typed twice. */
export function NewPasswordFields({ errors, label = 'Password', hint }: NewPasswordFieldsProps) {
  return (
    <>
      <Field id="field-password" label={label} hint={hint} error={errors.password}>
        <PasswordInput name="password" autoComplete="new-password" />
      </Field>
      <Field id="field-confirmPassword" label="Confirm Password" error={errors.confirmPassword}>
        <PasswordInput name="confirmPassword" autoComplete="new-password" />
      </Field>
    </>
  );
}

/** How long a password must be that an admin gives to somebody else. */
export const givenPasswordHint = `At least ${personLimits.password.minByAdmin} characters; they are asked to choose their own`;
/** How long a password must be that people choose for themselves. */
export const ownPasswordHint = `At least ${personLimits.password.min} characters`;

/** Adds to what was found that the two passwords differ: the schema compares them only once everything else holds; people see it at once. */
export function withConfirmation<Name extends string>(
  found: Errors<Name | 'confirmPassword'>,
  input: { password: string; confirmPassword: string },
): Errors<Name | 'confirmPassword'> {
  return input.confirmPassword === input.password || found.confirmPassword !== undefined
    ? found
    : { ...found, confirmPassword: "Passwords don't match" };
}
