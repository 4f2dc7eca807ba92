import { useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import * as z from 'zod/mini';
import { register } from '#contract/accounts.ts';
import type { SessionUser } from '#contract/session.ts';
import { bareUsername } from '#domain/person.ts';
import { productName } from '#domain/product.ts';
import type { registrableRoles } from '#domain/role.ts';
import { call, newAttempt } from '#web/api/client.ts';
import { ApiError } from '#web/api/errors.ts';
import {
  NameFields,
  NewPasswordFields,
  ownPasswordHint,
  withConfirmation,
} from '#web/features/account/account-fields.tsx';
import { SchoolField } from '#web/screens/public/auth/school-field.tsx';
import { Consent } from '#web/page/legal-links.tsx';
import { drafts } from '#web/ui/draft.ts';
import { namesOf } from '#web/ui/form-state.ts';
import { problemsOf } from '#web/ui/problems.ts';
import { useBlankForm } from '#web/ui/use-form.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { focusField } from '#web/ui/focus-field.ts';
import { FormSummary } from '#web/ui/form-summary.tsx';
import { Input } from '#web/ui/input.tsx';
import { showToast, toastDuration } from '#web/ui/toast.ts';

const blank = {
  schoolId: '',
  schoolName: '',
  fullName: '',
  username: '',
  email: '',
  password: '',
  confirmPassword: '',
};
/** The error that belongs to no field. A toast leaves elements free whose id ends like this (web/ui/toast-place.ts). */
const failureId = 'registration-error';

type RegistrableRole = (typeof registrableRoles)[number];

/** The typed text, stored for this tab. Passwords stay in memory only, so a reload loses them. */
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

/**
 * Registration, validated by the contract's schema before it is sent. Typed text survives a reload and the other tab.
 */
export function RegisterForm({ role, passwords, onPasswords, onEnter, onLogin }: RegisterFormProps) {
  const [draft] = useState(() => draftOf(0, role));
  const [kept] = useState(draft.read);
  const form = useBlankForm(blank, (values) => check(values, role), {
    draft: {
      read: () => ({ ...blank, ...kept, ...passwords }),
      keep: (values) => {
        const { password = '', confirmPassword = '', ...text } = values ?? {};
        onPasswords({ password, confirmPassword });
        draft.keep(values === null ? null : { ...blank, ...text });
      },
    },
  });

  const { pending, failure, send } = useRegistration(form.refuse, async (user) => {
    draft.keep(null);
    showToast(registrationToast(user));
    await onEnter(user);
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!pending && form.accepts()) void send(inputOf(form.values, role));
  };

  return (
    <form noValidate method="post" onSubmit={submit} {...form.handlers} className="grid gap-5">
      <Banner>
        {role === 'substitute'
          ? 'Please complete the registration form. Your account will be pending approval until an administrator reviews it.'
          : `Create your account to get started with ${productName}`}
      </Banner>
      {failure === null ? null : (
        <div id={failureId} tabIndex={-1}>
          {/* The toast announces it, and the focus reads it again. */}
          <Banner tone="danger">{failure}</Banner>
        </div>
      )}
      <FormSummary problems={form.problems} attempt={form.attempt} />
      <SchoolField
        form={form}
        optional={role !== 'teacher'}
        hint={schoolHints[role]}
        kept={kept && Number(kept.schoolId) > 0 ? { id: Number(kept.schoolId), name: kept.schoolName } : null}
        onName={(schoolName) => form.set({ schoolName })}
      />
      <NameFields form={form} isOwn />
      <Field {...form.field('email')} label="Email">
        <Input {...form.text('email')} type="email" inputMode="email" autoComplete="email" autoCapitalize="none" />
      </Field>
      <NewPasswordFields form={form} hint={ownPasswordHint} />
      <Consent act="registering" schoolId={form.values.schoolId} />
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
        <button
          type="button"
          onClick={onLogin}
          className="link inline-flex min-h-6 items-center pointer-coarse:min-h-touch"
        >
          Login
        </button>
      </p>
    </form>
  );
}

function useRegistration(refuse: (error: ApiError) => void, done: (user: SessionUser) => Promise<void>) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [attemptKey, setAttemptKey] = useState(newAttempt);
  const send = async (body: ReturnType<typeof inputOf>) => {
    setPending(true);
    try {
      await done(await call(register, { body, idempotencyKey: attemptKey }));
    } catch (error) {
      const refused = error instanceof ApiError && error.status > 0 ? error : null;
      // A reply ends the attempt. Without one, the same key makes a retry harmless.
      if (refused) setAttemptKey(newAttempt());
      const said = error instanceof ApiError ? error.said : null;
      flushSync(() => {
        setPending(false);
        setFailure(said ?? 'An error occurred during registration. Please try again.');
      });
      showToast({
        title: 'Registration failed',
        text: said ?? (refused ? 'Registration failed' : 'Unknown error during registration'),
        destructive: true,
      });
      // On a phone, the button is a screen below this error. If the error belongs to a field, the field takes the
      // focus.
      const isOfField = namesOf(blank).some((name) => refused?.fields[name] !== undefined);
      if (!isOfField) focusField(document.getElementById(failureId));
      if (refused) refuse(refused);
    }
  };
  return { pending, failure, send };
}

const schoolHints: Record<RegistrableRole, string> = {
  teacher: 'The school where you teach',
  substitute: 'Your first school. You can choose more later.',
  school_admin: 'Leave this empty if your school isn’t listed yet',
};

function inputOf(values: typeof blank, role: RegistrableRole) {
  const { schoolName: _, ...sent } = values;
  const schoolId = Number(values.schoolId);
  return { ...sent, role, schoolId: schoolId > 0 ? schoolId : null, username: bareUsername(values.username) };
}

function check(values: typeof blank, role: RegistrableRole) {
  const input = inputOf(values, role);
  const found = problemsOf(register.body, input, namesOf(values));
  // The schema doesn't require a school, because only the server knows which roles need one. This form always requires
  // it.
  if (role === 'teacher' && input.schoolId === null) found.schoolId = 'Please select a school';
  return withConfirmation(found, input);
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
