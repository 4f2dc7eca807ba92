import type { ReactNode } from 'react';
import { sentenceOf } from '#web/api/errors.ts';
import { FlagFields, WhatFields, WhenFields } from '#web/features/vacancies/post/absence-fields.tsx';
import { DaysField } from '#web/features/vacancies/post/days-field.tsx';
import { NotifyFields } from '#web/features/vacancies/post/notify-fields.tsx';
import type { PostingState } from '#web/features/vacancies/post/use-posting.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { FormSummary } from '#web/ui/form-summary.tsx';

type PostingFieldsProps = {
  posting: PostingState;
  ownSchool: { name: string; timeZone: string };
  /** What stands above the date. */
  children?: ReactNode;
};

/** Everything that is said of an absence when it is posted, and why it could not be. */
export function PostingFields({ posting, ownSchool, children }: PostingFieldsProps) {
  const { form: state, shifts, school, closures, today, now, error } = posting;
  const shared = { state, shifts, closures, school: school.data, timeZone: ownSchool.timeZone, today, now };
  return (
    <>
      {state.isRestored ? (
        <Banner actions={<Button onClick={state.revert}>Start over</Button>}>
          What you wrote before is still here.
        </Banner>
      ) : null}
      {children}
      <FormSummary problems={state.problems} attempt={state.attempt} />
      <WhenFields {...shared} />
      <DaysField state={state} closures={closures} today={today} />
      <WhatFields {...shared} />
      <fieldset className="grid gap-2 border-t border-line pt-4.5">
        <legend className="sr-only">Options</legend>
        <FlagFields {...shared} />
        <NotifyFields state={state} schoolName={ownSchool.name} />
      </fieldset>
      {error ? (
        <Banner tone="danger" live title={`Failed to create vacancy: ${sentenceOf(error)}`}>
          Nothing you typed is lost.
        </Banner>
      ) : null}
    </>
  );
}
