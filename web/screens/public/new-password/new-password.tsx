import { useQuery } from '@tanstack/react-query';
import { getPasswordLink, choosePassword } from '#contract/password-links.ts';
import { call } from '#web/api/client.ts';
import { reading } from '#web/api/reading.ts';
import { CallError } from '#web/api/call-error.tsx';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { QueryError } from '#web/api/query-error.tsx';
import { useCommand } from '#web/api/use-command.ts';
import {
  KnownUsername,
  NewPasswordFields,
  noPassword,
  ownPasswordHint,
  passwordCheck,
} from '#web/features/account/account-fields.tsx';
import { lastOf, LetterPage } from '#web/page/letter-page.tsx';
import { usePlace } from '#web/navigation/place.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { useDocumentTitle } from '#web/ui/document-title.ts';
import { FormSummary } from '#web/ui/form-summary.tsx';
import { Form } from '#web/ui/form.tsx';
import { Loading, Skeleton } from '#web/ui/loading.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { useBlankForm } from '#web/ui/use-form.ts';

/** Shows the page of an emailed password link: sets a new password once, without signing in. */
export function NewPassword() {
  const code = lastOf(usePlace().path);
  const link = useQuery(reading(['password-link', code], getPasswordLink, { params: { code } }));
  useDocumentTitle('Choose a new password');
  const isOver = link.error instanceof ApiError && link.error.status === 404;
  return (
    <LetterPage>
      <PageTitle>Choose a new password</PageTitle>
      {isOver ? (
        <>
          <Banner tone="pending">{sentenceOf(link.error)}</Banner>
          <p>
            <a href="/forgot-password" className={buttonClass()}>
              Request a new link
            </a>
          </p>
        </>
      ) : link.isError ? (
        <QueryError query={link} title="This could not be loaded" />
      ) : (
        <Loading when={link.isPending} label="Loading" skeleton={<Skeleton className="h-24 rounded-card" />}>
          {() =>
            link.data === undefined ? null : (
              <Choice code={code} username={link.data.username} onGone={() => void link.refetch()} />
            )
          }
        </Loading>
      )}
    </LetterPage>
  );
}

function Choice({ code, username, onGone }: { code: string; username: string; onGone: () => void }) {
  const form = useBlankForm(noPassword, passwordCheck(choosePassword.body));
  const save = useCommand({
    send: () => call(choosePassword, { params: { code }, body: form.values }),
    failed: (error) => {
      if (error instanceof ApiError && error.status === 404) onGone();
      else form.refuse(error);
    },
  });
  const submit = () => {
    if (!save.isPending && form.accepts()) save.mutate();
  };
  if (save.isSuccess) {
    return (
      <>
        <Banner tone="success" live title="Your password is saved">
          You’re signed out everywhere. Sign in with it now.
        </Banner>
        <p>
          <a href="/auth" className={buttonClass('filled')}>
            Login
          </a>
        </p>
      </>
    );
  }
  return (
    <Form method="post" onSubmit={submit} {...form.handlers} className="grid gap-5">
      <CallError error={save.error} />
      <FormSummary problems={form.problems} attempt={form.attempt} />
      <KnownUsername username={username} />
      <NewPasswordFields form={form} hint={ownPasswordHint} />
      <Button type="submit" variant="filled" pending={save.isPending} pendingText="Saving..." className="min-h-11.5!">
        Save password
      </Button>
    </Form>
  );
}
