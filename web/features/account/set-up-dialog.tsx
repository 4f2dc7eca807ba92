import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { finishSecondFactor, startSecondFactor } from '#contract/second-factor.ts';
import { changed } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { useCommand } from '#web/api/use-command.ts';
import { CodeField } from '#web/features/account/code-field.tsx';
import { RecoveryCodes } from '#web/features/account/recovery-codes.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Loading, Skeleton } from '#web/ui/loading.tsx';
import { checkedBy } from '#web/ui/problems.ts';
import { QrCode } from '#web/ui/qr-code.tsx';
import { showToast } from '#web/ui/toast.ts';
import { useBlankForm } from '#web/ui/use-form.ts';

/** Turns on the second factor: a QR code to scan, a first code, and the recovery codes to save. */
export function SetUpDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  // Each time this opens, it gets a new secret, which isn't cached. Nothing refetches it: a person who returns from the
  // app on the same phone must find the one they scanned.
  const begun = useQuery({
    queryKey: ['second-factor-begun'],
    queryFn: () => call(startSecondFactor),
    gcTime: 0,
    staleTime: Infinity,
    enabled: ({ state }) => state.data === undefined,
  });
  const form = useBlankForm({ otp: '' }, checkedBy(finishSecondFactor.body));
  const finish = useCommand({
    send: () => call(finishSecondFactor, { body: form.values }),
    failed: form.refuse,
  });
  const isOn = finish.data !== undefined;
  useEffect(() => {
    if (!isOn) return undefined;
    // However the codes are closed. Sooner, a toast would cover some of them, and the refetch would close the page that
    // requested the setup.
    return () => {
      showToast({ title: 'Second factor is on', text: 'Your other sessions have been signed out.' });
      void changed(queries, 'second_factor');
    };
  }, [isOn, queries]);
  if (finish.data !== undefined) return <RecoveryCodes codes={finish.data.recoveryCodes} onClose={onClose} />;
  return (
    <FormDialog
      onClose={onClose}
      title="Set up your second factor"
      form={form}
      onSubmit={() => {
        if (begun.data !== undefined) finish.mutate();
      }}
      submitLabel="Turn it on"
      pending={finish.isPending}
      pendingText="Checking..."
      failure={finish.isError && form.problems.length === 0 ? sentenceOf(finish.error) : undefined}
    >
      {begun.isError ? (
        <Banner tone="danger" live actions={<Button onClick={() => void begun.refetch()}>Try again</Button>}>
          {sentenceOf(begun.error)}
        </Banner>
      ) : (
        <Loading
          when={begun.data === undefined}
          label="Creating a secret"
          skeleton={<Skeleton className="size-48 rounded-control" />}
        >
          {() => (begun.data === undefined ? null : <Secret secret={begun.data.secret} uri={begun.data.uri} />)}
        </Loading>
      )}
      <CodeField form={form} label="Code that the app shows" appOnly />
    </FormDialog>
  );
}

function Secret({ secret, uri }: { secret: string; uri: string }) {
  return (
    <div className="grid gap-3">
      <p>
        Scan this with an authenticator app on your phone. If you’re on your phone, open it in the app or type the
        secret.
      </p>
      <QrCode
        text={uri}
        label="QR code for your authenticator app"
        className="size-48 rounded-control border border-line"
      />
      <p className="text-label">
        Secret:{' '}
        <code className="block max-w-[20ch] font-mono wrap-anywhere text-ink">
          {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
        </code>
      </p>
      <p>
        <a href={uri} className="link inline-flex min-h-6 items-center text-label">
          Open in an app on this device
        </a>
      </p>
    </div>
  );
}
