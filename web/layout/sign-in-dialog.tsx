import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { login } from '#contract/accounts.ts';
import { dashboardPath } from '#domain/role.ts';
import { call } from '#web/api/client.ts';
import { ApiError } from '#web/api/errors.ts';
import { useCommand } from '#web/api/use-command.ts';
import { asksForCode, noProof, proofOf } from '#web/features/account/proof.ts';
import { useLogout } from '#web/session/logout.ts';
import { beginSession, useSession } from '#web/session/session.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { CodeField } from '#web/features/account/code-field.tsx';
import { PasswordInput, PrefixedInput } from '#web/ui/input.tsx';
import { showToast } from '#web/ui/toast.ts';
import { useBlankForm } from '#web/ui/use-form.ts';

type SignInDialogProps = {
  onSignedIn: () => void;
  /** Called for 'Not now': the calls stay refused, and the page stays open. */
  onClose: () => void;
};

/** Signs the user of this page in again, over the page. */
export function SignInDialog({ onSignedIn, onClose }: SignInDialogProps) {
  const queries = useQueryClient();
  const user = useSession();
  const logOut = useLogout();
  const form = useBlankForm(noProof, ({ password }) => (password === '' ? { password: 'Enter your password.' } : {}), {
    // The page under this dialog may have fields with the same names.
    idOf: (name) => `again-${name}`,
  });
  const [needsCode, setNeedsCode] = useState(false);
  const signIn = useCommand({
    send: () => call(login, { body: { username: user.username, ...proofOf(form.values) } }),
    onDone: (again) => {
      if (again.id !== user.id) {
        location.assign(dashboardPath(again.role));
        return;
      }
      beginSession(queries, again);
      showToast({ title: 'Login successful', text: `Welcome back, ${again.fullName || again.username}!` });
      onSignedIn();
    },
    failed: (error) => {
      if (asksForCode(error)) return setNeedsCode(true);
      form.refuse(error);
      const { said = null, status = 0 } = error instanceof ApiError ? error : {};
      return {
        title: 'Login failed',
        text: said ?? (status > 0 ? 'Authentication failed' : 'Unknown error during login'),
      };
    },
  });
  const submit = () => {
    if (!signIn.isPending && form.accepts()) signIn.mutate();
  };
  return (
    <Dialog
      onClose={onClose}
      title="Sign in again"
      onSubmit={submit}
      dirty={false}
      isPrompt
      keepOpen
      footer={
        <>
          <Button onClick={logOut}>Logout</Button>
          <Button type="submit" variant="filled" pending={signIn.isPending} pendingText="Logging in...">
            Login
          </Button>
        </>
      }
    >
      <p>Your session has ended. Sign in to continue where you left off. Nothing you typed is lost.</p>
      {signIn.error === null || asksForCode(signIn.error) ? null : (
        <Banner tone="danger" live>
          {(signIn.error instanceof ApiError ? signIn.error.said : null) ??
            'An error occurred during login. Please try again.'}
        </Banner>
      )}
      <div className="grid gap-4.5" {...form.handlers}>
        <Field label="Username">
          <PrefixedInput prefix="@" name="username" value={user.username} readOnly autoComplete="username" />
        </Field>
        <Field {...form.field('password')} label="Password">
          <PasswordInput {...form.text('password')} autoComplete="current-password" data-autofocus="" />
        </Field>
        {needsCode ? <CodeField form={form} /> : null}
      </div>
    </Dialog>
  );
}
