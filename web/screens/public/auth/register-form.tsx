import { type FormEvent, useState } from 'react';
import * as z from 'zod/mini';
import { register } from '#contract/accounts.ts';
import type { SessionUser } from '#contract/session.ts';
import { personLimits } from '#domain/person.ts';
import { productName } from '#domain/product.ts';
import type { registrableRoles } from '#domain/role.ts';
import { call, newAttempt } from '#web/api/client.ts';
import { ApiError } from '#web/api/errors.ts';
import { SchoolField } from '#web/screens/public/auth/school-field.tsx';
import { Consent } from '#web/page/legal-links.tsx';
import { drafts } from '#web/ui/draft.ts';
import { problemsOf } from '#web/ui/problems.ts';
import { textOf, useFormFields } from '#web/ui/use-form-fields.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormSummary } from '#web/ui/form-summary.tsx';
import { Input, PasswordInput, PrefixedInput } from '#web/ui/input.tsx';
import { showToast, toastDuration } from '#web/ui/toast.ts';

const names = ['schoolId', 'fullName', 'username', 'email', 'password', 'confirmPassword'] as const;
type RegistrableRole = (typeof registrableRoles)[number];

/** What was typed, kept in this tab. Passwords are in memory alone, so a reload forgets them. */
const draftOf = drafts(
  'registration',
  z.object({
    schoolId: z.string(),
    schoolName: z.string(),
    fullName: z.string(),
    username: z.string(),
    email: z.string(),
  }),
);
export type Passwords = { password: string; confirmPassword: string };

type RegisterFormProps = {
  role: RegistrableRole;
  /** The passwords typed before switching to the other tab. */
  passwords: Passwords;
  onPasswords: (passwords: Passwords) => void;
  onEnter: (user: SessionUser) => Promise<void>;
  onLogin: () => void;
};

/** Registration, validated by the contract's schema before it is sent. Typed text survives a reload and the other tab. */
export function RegisterForm({ role, passwords, onPasswords, onEnter, onLogin }: RegisterFormProps) {
  const [pending, setPending] = useState(false);
  const [draft] = useState(() => draftOf(0, role));
  const [kept] = useState(draft.read);
  const [keptPasswords] = useState(passwords);
  const [schoolId, setSchoolId] = useState(kept?.schoolId ?? '');
  const [failure, setFailure] = useState<string | null>(null);
  const [attemptKey, setAttemptKey] = useState(newAttempt);
  const fields = useFormFields(names, (form) => check(form, role));

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = event.currentTarget;
    if (pending || !fields.accepts(sent)) return;
    setPending(true);
    try {
      const user = await call(register, { body: inputOf(sent, role), idempotencyKey: attemptKey });
      draft.keep(null);
      showToast(registrationToast(user));
      await onEnter(user);
    } catch (error) {
      setPending(false);
      const refused = error instanceof ApiError && error.status > 0 ? error : null;
      // A reply ends the attempt. Without one, the same key makes a retry harmless.
      if (refused) setAttemptKey(newAttempt());
      setFailure(refused?.said ?? 'An error occurred during registration. Please try again.');
      showToast({
        title: 'Registration failed',
        text: refused ? (refused.said ?? 'Registration failed') : 'Unknown error during registration',
        destructive: true,
      });
      if (refused) fields.show(sent, refused.fields);
    }
  };

  return (
    <form
      noValidate
      method="post"
      onSubmit={submit}
      onChange={(event) => {
        const form = event.currentTarget;
        const text = (name: (typeof names)[number]) => textOf(form, name);
        setSchoolId(text('schoolId'));
        onPasswords({ password: text('password'), confirmPassword: text('confirmPassword') });
        draft.keep({
          schoolId: text('schoolId'),
          schoolName: form.querySelector<HTMLOptionElement>('[name="schoolId"] option:checked')?.label ?? '',
          fullName: text('fullName'),
          username: text('username'),
          email: text('email'),
        });
      }}
      {...fields.handlers}
      className="grid gap-5"
    >
      <Banner>
        {role === 'substitute'
          ? 'Please complete the registration form. Your account will be pending approval until an administrator reviews it.'
          : `Create your account to get started with ${productName}`}
      </Banner>
      {failure === null ? null : (
        <Banner tone="danger" live>
          {failure}
        </Banner>
      )}
      <FormSummary problems={fields.problems} attempt={fields.attempt} />
      <SchoolField
        optional={role !== 'teacher'}
        hint={schoolHints[role]}
        error={fields.errors.schoolId}
        kept={kept && Number(kept.schoolId) > 0 ? { id: Number(kept.schoolId), name: kept.schoolName } : null}
      />
      <Field id="field-fullName" label="Full Name" error={fields.errors.fullName}>
        <Input name="fullName" autoComplete="name" defaultValue={kept?.fullName} />
      </Field>
      <Field
        id="field-username"
        label="Username"
        hint={`At least ${personLimits.username.min} characters, using only letters, numbers and underscores`}
        error={fields.errors.username}
      >
        <PrefixedInput
          prefix="@"
          name="username"
          defaultValue={kept?.username}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
      </Field>
      <Field id="field-email" label="Email" error={fields.errors.email}>
        <Input
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          defaultValue={kept?.email}
        />
      </Field>
      <Field
        id="field-password"
        label="Password"
        hint={`At least ${personLimits.password.min} characters`}
        error={fields.errors.password}
      >
        <PasswordInput name="password" autoComplete="new-password" defaultValue={keptPasswords.password} />
      </Field>
      <Field id="field-confirmPassword" label="Confirm Password" error={fields.errors.confirmPassword}>
        <PasswordInput
          name="confirmPassword"
          autoComplete="new-password"
          defaultValue={keptPasswords.confirmPassword}
        />
      </Field>
      <Consent act="registering" schoolId={schoolId} />
      <Button
        type="submit"
        variant="filled"
        pending={pending}
        pendingText="Creating Account..."
        className="min-h-11.5!"
      >
        Register
      </Button>
      <p className="text-center text-label">
        Already registered?{' '}
        <button type="button" onClick={onLogin} className="link min-h-6 font-medium">
          Login
        </button>
      </p>
    </form>
  );
}

const schoolHints: Record<RegistrableRole, string> = {
  teacher: 'The school where you teach',
  substitute: 'Your first school. You can choose more later.',
  school_admin: 'Leave this empty if your school isn’t listed yet',
};

function inputOf(form: HTMLFormElement, role: RegistrableRole) {
  const schoolId = Number(textOf(form, 'schoolId'));
  return {
    role,
    schoolId: schoolId > 0 ? schoolId : null,
    fullName: textOf(form, 'fullName'),
    username: textOf(form, 'username').trim().replace(/^@/, ''),
    email: textOf(form, 'email'),
    password: textOf(form, 'password'),
    confirmPassword: textOf(form, 'confirmPassword'),
  };
}

function check(form: HTMLFormElement, role: RegistrableRole) {
  const input = inputOf(form, role);
  const found = problemsOf(register.body, input, names);
  // The schema doesn't require a school, because only the server knows which roles need one. This form always requires
  // it.
  if (role === 'teacher' && input.schoolId === null) found.schoolId = 'Please select a school';
  // The schema compares the passwords only once everything else is valid, but people should see it right away.
  if (input.confirmPassword !== input.password) found.confirmPassword ??= "Passwords don't match";
  return found;
}

function registrationToast(user: SessionUser) {
  const title = 'Registration Successful';
  if (user.role === 'substitute' && !user.isApproved) {
    return {
      title,
      text: "Your account is pending administrator approval. You can access your dashboard now with limited functionality. You'll receive an email when your account is fully approved.",
      duration: toastDuration.pendingApproval,
    };
  }
  return { title, text: user.message ?? `Welcome, ${user.fullName || user.username}!` };
}
