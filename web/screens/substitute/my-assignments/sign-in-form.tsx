import { type OwnAttendance, signInAtSchool } from '#contract/attendance.ts';
import { formatTime } from '#domain/time.ts';
import { call } from '#web/api/client.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { useCommand } from '#web/api/use-command.ts';
import { recordWords } from '#web/features/attendance/words.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';
import { Input } from '#web/ui/input.tsx';
import { useBlankForm } from '#web/ui/use-form.ts';

const digitsIn = (text: string) => text.replaceAll(/\D/g, '');

/** Shows the office's code, entered on arrival. */
export function SignInForm({ of }: { of: OwnAttendance }) {
  const { vacancyId, title, schoolName, reportTime, timeZone } = of;
  const form = useBlankForm(
    { code: '' },
    ({ code }) => (digitsIn(code).length === 6 ? {} : { code: 'Enter the 6 digits from the office’s screen.' }),
    { idOf: () => `sign-in-${vacancyId}` },
  );
  const send = useCommand({
    send: () => call(signInAtSchool, { params: { id: vacancyId }, body: form.values }),
    toast: ({ attendance }) => ({
      title: 'You’re signed in',
      text: `${title}: ${attendance === null ? 'here' : recordWords(attendance, timeZone)}`,
    }),
    changes: ['vacancies'],
    failed: (error) =>
      form.refuseValue('code', (error instanceof ApiError ? error.fields['code'] : undefined) ?? sentenceOf(error)),
  });
  const submit = () => {
    if (!send.isPending && form.accepts()) send.mutate();
  };
  return (
    <Form
      onSubmit={submit}
      {...form.handlers}
      className="flex flex-wrap items-end gap-x-4 gap-y-3 px-5 py-4 max-md:px-4"
    >
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="text-label font-semibold wrap-anywhere">{title}</h2>
        <p className="text-meta text-ink-2">
          {schoolName}. Report to the office by {formatTime(reportTime)}.
        </p>
      </div>
      <Field {...form.field('code')} label="Code from the office’s screen" className="max-sm:basis-full">
        <Input
          {...form.text('code')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          className="max-w-44 tabular-nums"
        />
      </Field>
      <Button type="submit" variant="filled" pending={send.isPending} className="max-sm:w-full">
        Sign in
      </Button>
    </Form>
  );
}
