import { useEffectEvent, useLayoutEffect, useRef, useState, type FormEvent } from 'react';
import type { SessionUser } from '#contract/session.ts';
import { ApiError } from '#web/api/errors.ts';
import { CodeField } from '#web/features/account/code-field.tsx';
import { sendLogin, type LoginInput } from '#web/screens/public/auth/send-login.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { dismissToast, showToast, shownToast } from '#web/ui/toast.ts';
import { useBlankForm } from '#web/ui/use-form.ts';

const mark = 'code-step';

/** Returns whether the current history entry is the code step's. */
const isOnCodeEntry = () => history.state === mark;

/**
 * Adds a history entry for the code step, and calls `onBack` when the person has left it. Call the returned function to
 * stop.
 */
function enterCodeEntry(onBack: () => void): () => void {
  // After Forward, the entry exists already.
  if (!isOnCodeEntry()) history.pushState(mark, '');
  const left = () => {
    if (!isOnCodeEntry()) onBack();
  };
  addEventListener('popstate', left);
  return () => removeEventListener('popstate', left);
}

let leaving: Promise<unknown> | null = null;

/**
 * Goes back from the code step's entry, if it is the current one. A second call before the browser arrives only waits.
 */
async function leaveCodeEntry(): Promise<void> {
  if (!isOnCodeEntry()) return;
  leaving ??= new Promise((resolve) => {
    addEventListener('popstate', resolve, { once: true });
    history.back();
  });
  await leaving;
  leaving = null;
}

type CodeStepProps = {
  /** The verified username and password. */
  input: LoginInput;
  onEnter: (user: SessionUser) => Promise<void>;
  onBack: () => void;
};

/**
 * Shows the second step of signing in, for accounts with a second factor. Typed text stays if it is refused. Back
 * returns to the password.
 */
export function CodeStep({ input, onEnter, onBack }: CodeStepProps) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useBlankForm({ otp: '' }, ({ otp }) => (otp.trim() === '' ? { otp: 'Enter the code.' } : {}));
  const isAccepted = useRef(false);
  const back = useEffectEvent(() => {
    if (isAccepted.current) return;
    // It was about the code.
    dismissToast(shownToast());
    onBack();
  });
  // Before the step is shown: its link goes back from this entry.
  useLayoutEffect(() => enterCodeEntry(back), []);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending || !form.accepts()) return;
    setPending(true);
    try {
      const user = await sendLogin({ ...input, ...form.values });
      showToast({ title: 'Login successful', text: `Welcome back, ${user.fullName || user.username}!` });
      isAccepted.current = true;
      // The first screen replaces the sign-in page in the history.
      await leaveCodeEntry();
      await onEnter(user);
    } catch (error) {
      setPending(false);
      const refused = error instanceof ApiError ? error : null;
      const sentence = refused?.said ?? 'An error occurred during login. Please try again.';
      showToast({ title: 'Login failed', text: sentence, destructive: true });
      const isOfField = refused?.fields['otp'] !== undefined;
      setFailure(isOfField ? null : sentence);
      if (isOfField) form.refuse(refused);
    }
  };
  return (
    <form
      noValidate
      method="post"
      onSubmit={submit}
      {...form.handlers}
      className="grid gap-5"
      aria-labelledby="code-step"
    >
      <div>
        <h2 id="code-step">Enter your code</h2>
        <p className="mt-1">Your password is correct. This account is also protected by a second factor.</p>
      </div>
      {failure === null ? null : (
        <Banner tone="danger" live>
          {failure}
        </Banner>
      )}
      <CodeField form={form} />
      <Button type="submit" variant="filled" pending={pending} pendingText="Logging in..." className="min-h-11.5!">
        Login
      </Button>
      <p className="text-center text-label">
        <button
          type="button"
          onClick={() => void leaveCodeEntry()}
          className="link inline-flex min-h-6 items-center pointer-coarse:min-h-touch"
        >
          Back to the password
        </button>
      </p>
    </form>
  );
}
