import { askForPasswordLink } from '#contract/password-links.ts';
import { passwordLinkMinutes } from '#domain/account-security.ts';
import { call } from '#web/api/client.ts';
import { CallError } from '#web/api/call-error.tsx';
import { useCommand } from '#web/api/use-command.ts';
import { LetterPage } from '#web/page/letter-page.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { useDocumentTitle } from '#web/ui/document-title.ts';
import { Field } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';
import { Input, asTyped } from '#web/ui/input.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { checkedBy } from '#web/ui/problems.ts';
import { useBlankForm } from '#web/ui/use-form.ts';

/** Requests a link to choose a new password. The answer is the same whether or not the account exists. */
export function ForgotPassword() {
  useDocumentTitle('Forgot your password');
  const form = useBlankForm({ username: '' }, checkedBy(askForPasswordLink.body));
  const ask = useCommand({ send: () => call(askForPasswordLink, { body: form.values }) });
  const submit = () => {
    if (!ask.isPending && form.accepts()) ask.mutate();
  };
  return (
    <LetterPage>
      <PageTitle>Forgot your password?</PageTitle>
      {ask.data?.isSetUp === false ? (
        <Banner tone="pending" live title="Email isn’t set up here">
          Email isn’t set up on this server yet, so we can’t send you a link.
        </Banner>
      ) : ask.isSuccess ? (
        <Banner tone="success" live title="Check your email">
          If this account exists and has an email address, we’ve sent it a link. It works once, within{' '}
          {passwordLinkMinutes} minutes.
        </Banner>
      ) : (
        <p>Enter your username or email address. We’ll send you a link to choose a new password.</p>
      )}
      <CallError error={ask.error} />
      <Form method="post" onSubmit={submit} {...form.handlers} className="grid gap-5">
        <Field {...form.field('username')} label="Username or email">
          <Input {...form.text('username')} autoComplete="username" {...asTyped} />
        </Field>
        <Button type="submit" variant="filled" pending={ask.isPending} pendingText="Sending..." className="min-h-11.5!">
          {ask.data?.isSetUp === true ? 'Send it again' : 'Send link'}
        </Button>
      </Form>
      <p>No email address, or no email from us? An administrator at your school can give you a new password.</p>
      <p>
        <a href="/auth" className="link inline-flex min-h-6 items-center">
          Back to login
        </a>
      </p>
    </LetterPage>
  );
}
