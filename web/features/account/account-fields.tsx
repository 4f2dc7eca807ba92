import { personLimits } from '#domain/person.ts';
import { Field } from '#web/ui/field.tsx';
import { Input, PasswordInput, PrefixedInput } from '#web/ui/input.tsx';
import type { Errors } from '#web/ui/problems.ts';

/** The name and username of an account that an administrator creates. The first field takes the focus. */
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

/** The minimum length of a password that an admin chooses for another person. */
export const givenPasswordHint = `At least ${personLimits.password.minByAdmin} characters; they are asked to choose their own`;
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
