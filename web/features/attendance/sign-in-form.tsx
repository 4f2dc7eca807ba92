import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { type OwnAttendance, signIn } from '#contract/attendance.ts';
import { formatTime } from '#domain/time.ts';
import { changed } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { recordWords } from '#web/features/attendance/words.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { showToast } from '#web/ui/toast.ts';

/** Shows the office's code, entered on arrival. */
export function SignInForm({ of }: { of: OwnAttendance }) {
  const { vacancyId, title, schoolName, reportTime, timeZone } = of;
  const queries = useQueryClient();
  const [code, setCode] = useState('');
  const [isWrong, setWrong] = useState(false);
  const send = useMutation({
    mutationFn: () => call(signIn, { params: { id: vacancyId }, body: { code } }),
    onSuccess: ({ attendance }) => {
      showToast({
        title: 'You’re signed in',
        text: `${title}: ${attendance === null ? 'here' : recordWords(attendance, timeZone)}`,
      });
      return changed(queries, 'vacancies');
    },
  });
  const digits = code.replaceAll(/\D/g, '');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (send.isPending) return;
    setWrong(digits.length !== 6);
    if (digits.length !== 6) event.currentTarget.querySelector('input')?.focus();
    else send.mutate();
  };
  const refused = send.error instanceof ApiError ? (send.error.fields['code'] ?? sentenceOf(send.error)) : null;
  const error = isWrong ? 'Enter the 6 digits from the office’s screen.' : (refused ?? undefined);
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-x-4 gap-y-3 px-5 py-4 max-md:px-4">
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="text-label font-semibold wrap-anywhere">{title}</h2>
        <p className="text-meta text-ink-2">
          {schoolName}. Report to the office by {formatTime(reportTime)}.
        </p>
      </div>
      <Field label="Code from the office’s screen" error={error} className="max-sm:basis-full">
        <Input
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          className="max-w-44 tabular-nums"
          value={code}
          onChange={(event) => {
            setCode(event.target.value);
            setWrong(false);
          }}
        />
      </Field>
      <Button type="submit" variant="filled" pending={send.isPending} className="max-sm:w-full">
        Sign in
      </Button>
    </form>
  );
}
