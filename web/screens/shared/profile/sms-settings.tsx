import { useEffect } from 'react';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { User } from '#contract/person.ts';
import { confirmSms, startSms } from '#contract/sms.ts';
import { smsConsentWording } from '#domain/sms.ts';
import { CallError } from '#web/api/call-error.tsx';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { type NoticeSettings, useConfirmSms, useEndSms, useStartSms } from '#web/features/notices/notice-settings.ts';
import { useUnsavedText } from '#web/ui/unsaved.ts';
import { LegalLinks } from '#web/page/legal-links.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { Field } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';
import { Input } from '#web/ui/input.tsx';
import { checkedBy } from '#web/ui/problems.ts';
import { useBlankForm } from '#web/ui/use-form.ts';
import { phoneInWords } from '#web/words/phone.ts';

/**
 * Consent to text messages: the number, the wording, and the code that verifies the number. Someone who gets them sees
 * a button to end them.
 */
export function SmsSettings({ settings, user }: { settings: NoticeSettings; user: User }) {
  const end = useEndSms();
  const start = useStartSms();
  return (
    <section className="grid gap-3 p-5 max-md:p-4" aria-labelledby="sms-settings">
      <h3 id="sms-settings">Text messages</h3>
      {settings.isSetUp.sms ? null : (
        <p className="text-meta">
          Text messages aren’t set up on this server yet. They’re kept in the platform owner's Outbox instead.
        </p>
      )}
      {settings.smsNumber !== null ? (
        <>
          <p>
            They go to{' '}
            <span className="font-medium whitespace-nowrap text-ink">{phoneInWords(settings.smsNumber)}</span>. You can
            also reply STOP to any of them.
          </p>
          {user.failedChannels?.includes('sms') ? (
            <Banner tone="danger" title="Our last text message couldn’t be delivered">
              If this number is wrong or no longer yours, stop text messages here. Then you can enter the right one.
            </Banner>
          ) : null}
          <div>
            <Button pending={end.isPending} onClick={() => end.mutate()}>
              Stop text messages
            </Button>
          </div>
        </>
      ) : start.data === undefined ? (
        <Agree start={start} phone={user.phone ?? null} />
      ) : (
        <Prove sent={start.data} onAgain={() => start.reset()} />
      )}
    </section>
  );
}

function Agree({ start, phone }: { start: ReturnType<typeof useStartSms>; phone: string | null }) {
  const form = useBlankForm({ phone: phone ?? '', agreed: false }, checkedBy(startSms.body), { idOf });
  useUnsavedText(form.changes.phone !== undefined);
  const { error: notAgreed } = form.field('agreed');
  const submit = () => {
    if (!start.isPending && form.accepts())
      start.mutate(form.values.phone, { onError: (error) => error instanceof ApiError && form.refuse(error) });
  };
  return (
    <Form onSubmit={submit} {...form.handlers} className="grid gap-3">
      <Field {...form.field('phone')} label="Mobile number">
        <Input type="tel" inputMode="tel" autoComplete="tel" {...form.text('phone')} />
      </Field>
      <Checkbox id={idOf('agreed')} {...form.tick('agreed')} label="I agree" hint={smsConsentWording} />
      <p className="text-meta">
        <LegalLinks between=" · " className="link" />
      </p>
      {notAgreed ? (
        <Banner tone="danger" live>
          {notAgreed}
        </Banner>
      ) : null}
      {start.error !== null && fieldOf(start.error, 'phone') === undefined ? <CallError error={start.error} /> : null}
      <div>
        <Button type="submit" pending={start.isPending}>
          Send me a code
        </Button>
      </div>
    </Form>
  );
}

function Prove({ sent, onAgain }: { sent: ReplyOf<typeof startSms>; onAgain: () => void }) {
  const form = useBlankForm({ code: '' }, checkedBy(confirmSms.body), { idOf });
  useUnsavedText(form.dirty);
  // The previous form is gone, so focus continues here.
  useEffect(() => document.getElementById(idOf('code'))?.focus(), []);
  const confirm = useConfirmSms();
  const submit = () => {
    if (!confirm.isPending && form.accepts())
      confirm.mutate(form.values.code, { onError: (error) => form.refuseValue('code', sentenceOf(error)) });
  };
  return (
    <Form onSubmit={submit} {...form.handlers} className="grid gap-3">
      <p role="status">
        {sent.isSetUp
          ? `We sent a code to ${phoneInWords(sent.number)}.`
          : `No code was sent to ${phoneInWords(sent.number)}, because this server can’t send text messages yet. Ask the platform owner, who can read the code in the Outbox.`}{' '}
        It works for {sent.minutes} minutes.
      </p>
      <Field {...form.field('code')} label="Code">
        <Input inputMode="numeric" autoComplete="one-time-code" {...form.text('code')} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="filled" pending={confirm.isPending}>
          Confirm number
        </Button>
        <Button onClick={onAgain} className="py-1 whitespace-normal!">
          Use another number or get a new code
        </Button>
      </div>
    </Form>
  );
}

function idOf(name: string): string {
  return `sms-${name}`;
}

function fieldOf(error: unknown, name: string): string | undefined {
  return error instanceof ApiError ? error.fields?.[name] : undefined;
}
