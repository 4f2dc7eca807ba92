import { Suspense, useState, type FormEvent, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { SessionUser } from '#contract/session.ts';
import { inFile } from '#web/ui/in-file.tsx';
import { rootMark, markRoot } from '#web/ui/root.ts';
import { ApiError, offline } from '#web/api/errors.ts';
import type { LoginInput } from '#web/screens/public/auth/send-login.ts';
import { type Refusal, useBlankForm } from '#web/ui/use-form.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { focusField } from '#web/ui/focus-field.ts';
import { FormSummary } from '#web/ui/form-summary.tsx';
import { PasswordInput, PrefixedInput, asTyped } from '#web/ui/input.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { showToast } from '#web/ui/toast.ts';

const { Content: CodeStep, fetch: fetchCodeStep } = inFile(
  async () => (await import('#web/screens/public/auth/code-step.tsx')).CodeStep,
);

type LoginFormProps = {
  username: string;
  onUsername: (username: string) => void;
  onEnter: (user: SessionUser) => Promise<void>;
  /** Undefined for roles that can't register. */
  onRegister?: () => void;
};

/**
 * Username and password: a plain form that works as soon as the page is there. Asks for a code if the account has a
 * second factor.
 */
export function LoginForm({ username, onUsername, onEnter, onRegister }: LoginFormProps) {
  const form = useBlankForm({ username, password: '' }, () => ({}), { draft: { read: typedBefore, keep: () => {} } });
  const { pending, failure, proved, send, startOver } = useLogin(form.refuse, onEnter);
  const element = useReplayedSubmit();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!pending) void send(form.values);
  };

  if (proved !== null) {
    return (
      <Suspense fallback={<Spinner />}>
        <CodeStep input={proved} onEnter={onEnter} onBack={startOver} />
      </Suspense>
    );
  }
  return (
    <form ref={element} noValidate method="post" onSubmit={submit} {...form.handlers} className="grid gap-5">
      {failure === null ? null : (
        <Banner tone="danger" live>
          {failure}
        </Banner>
      )}
      <FormSummary problems={form.problems} attempt={form.attempt} />
      <Field {...form.field('username')} label="Username">
        <PrefixedInput
          prefix="@"
          {...form.text('username')}
          onBlur={(event) => onUsername(event.target.value)}
          autoComplete="username"
          {...asTyped}
        />
      </Field>
      <Field {...form.field('password')} label="Password">
        <PasswordInput {...form.text('password')} autoComplete="current-password" />
      </Field>
      <Button type="submit" variant="filled" pending={pending} pendingText="Logging in..." className="min-h-11.5!">
        Login
      </Button>
      <p className="text-center text-label">
        <a href="/forgot-password" className="link inline-flex min-h-6 items-center pointer-coarse:min-h-touch">
          Forgot your password?
        </a>
      </p>
      {onRegister === undefined ? null : (
        <p className="text-center text-label">
          No account yet?{' '}
          <button
            type="button"
            onClick={onRegister}
            className="link inline-flex min-h-6 items-center pointer-coarse:min-h-touch"
          >
            Register
          </button>
        </p>
      )}
    </form>
  );
}

/** Sends the username and password. `proved` has them once they are correct but a code is needed. */
function useLogin(refuse: (refusal: Refusal) => void, onEnter: LoginFormProps['onEnter']) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [proved, setProved] = useState<LoginInput | null>(null);
  const send = async (input: LoginInput) => {
    // The last error stays until the next reply. If it disappeared earlier, the links would move under a second click.
    setPending(true);
    try {
      // Loaded on first focus at the latest: validation and sending aren't part of the first load.
      const { checkLogin, sendLogin } = await import('#web/screens/public/auth/send-login.ts');
      const problems = checkLogin(input);
      if (Object.keys(problems).length > 0) {
        setPending(false);
        setFailure(null);
        refuse({ message: '', fields: problems });
        return;
      }
      const user = await sendLogin(input, fetchCodeStep);
      showToast({ title: 'Login successful', text: `Welcome back, ${user.fullName || user.username}!` });
      await onEnter(user);
    } catch (error) {
      setPending(false);
      // Without a connection, the files for the next step may not have loaded.
      const refused = error instanceof ApiError ? error : navigator.onLine ? null : offline();
      if (refused?.code === 'second_factor_required') {
        setFailure(null);
        setProved(input);
        return;
      }
      const said = refused?.said;
      setFailure(said ?? 'An error occurred during login. Please try again.');
      showToast({
        title: 'Login failed',
        text: said ?? (refused?.status ? 'Authentication failed' : 'Unknown error during login'),
        destructive: true,
      });
      if (refused) refuse(refused);
    }
  };
  const startOver = () => {
    flushSync(() => setProved(null));
    focusField(document.getElementById('field-password'));
  };
  return { pending, failure, proved, send, startOver };
}

/** Returns the text that was typed into the prerendered page before its script ran. */
function typedBefore(): LoginInput | null {
  if (typeof document === 'undefined' || rootMark('alive') !== undefined) return null;
  const textOf = (id: string) => {
    const field = document.getElementById(id);
    return field instanceof HTMLInputElement ? field.value : '';
  };
  return { username: textOf('field-username'), password: textOf('field-password') };
}

/**
 * A prerendered form may be submitted before its script runs. The boot script holds it back and leaves a mark. Once the
 * script runs, the form is submitted.
 */
function useReplayedSubmit() {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (rootMark('submitted') === undefined) return;
    markRoot('submitted', null);
    form.current?.requestSubmit();
  }, []);
  return form;
}
