import type { ReactNode } from 'react';
import { isUnanswered, sentenceOf } from '#web/api/errors.ts';
import { FlagFields, UrgentToday, WhatFields, WhenFields } from '#web/features/vacancies/post/absence-fields.tsx';
import { DaysField } from '#web/features/vacancies/post/days-field.tsx';
import { NotifyFields } from '#web/features/vacancies/post/notify-fields.tsx';
import type { PostingState } from '#web/features/vacancies/post/use-posting.ts';
import { isAlreadyAbsent } from '#web/features/vacancies/move/changes.ts';
import type { ApiError } from '#web/api/errors.ts';
import { Link } from '#web/navigation/link.tsx';
import { paths } from '#web/paths.ts';
import { useSession } from '#web/session/session.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { FormSummary } from '#web/ui/form-summary.tsx';
import { RestoredText } from '#web/ui/restored-text.tsx';

type PostingFieldsProps = {
  posting: PostingState;
  ownSchool: { name: string; timeZone: string };
  /** Shown above the date. */
  children?: ReactNode;
};

/** All fields of a new absence. `PostingError` says why it wasn't posted. */
export function PostingFields({ posting, ownSchool, children }: PostingFieldsProps) {
  const { form: state, shifts, school, closures, today, now, teacherId } = posting;
  const { isExtraHands } = posting;
  const timing = { shifts, closures, timeZone: ownSchool.timeZone, today, now };
  const shared = { state, ...timing, school: school.data, teacherId, isExtraHands };
  return (
    <>
      {state.isRestored ? <RestoredText onStartOver={state.revert} /> : null}
      {children}
      <FormSummary problems={state.problems} attempt={state.attempt} />
      <WhenFields {...shared} />
      <DaysField state={state} closures={closures} today={today} />
      {/* It comes and goes with the days, so it is below them. */}
      <UrgentToday {...shared} />
      <WhatFields {...shared} />
      <fieldset className="grid gap-2 border-t border-line pt-4.5">
        <legend className="sr-only">Options</legend>
        <FlagFields {...shared} />
        <NotifyFields {...shared} schoolName={ownSchool.name} isFilling={posting.proposal.isLoading} />
      </fieldset>
    </>
  );
}

/**
 * Shows the reason why the absence wasn't posted. It scrolls into view, because the Publish button stays visible at any
 * scroll position.
 */
export function PostingError({ posting }: { posting: PostingState }) {
  const { error } = posting;
  // Without a connection, the toast and the offline banner say it. A third message would be partly under the toast.
  return error === null || (isUnanswered(error) && !navigator.onLine) ? null : (
    // The bottom bar of a phone covers the end of the page.
    <div ref={showOnce} className="scroll-my-20">
      {isAlreadyAbsent(error) ? (
        <AlreadyAbsent error={error} posting={posting} />
      ) : isUnanswered(error) ? (
        // The toast has said that posting failed. Without a reply, it may still have succeeded.
        <Banner tone="pending" live title="We couldn’t confirm that this was published">
          Nothing you typed is lost. Publish again when you’re connected. It won’t be posted twice.
        </Banner>
      ) : (
        <Banner tone="danger" live title={`Failed to create vacancy: ${sentenceOf(error)}`}>
          Nothing you typed is lost.
        </Banner>
      )}
    </div>
  );
}

const showOnce = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** Shows the absence already posted for the same hours. People can open it, or post this one anyway. */
function AlreadyAbsent({ error, posting }: { error: ApiError; posting: PostingState }) {
  const { role } = useSession();
  const list = role === 'teacher' ? paths.teacher.myVacancies : paths.schoolAdmin.openVacancies;
  return (
    <Banner
      tone="pending"
      live
      title={sentenceOf(error)}
      actions={
        <>
          {error.vacancyId === null ? null : (
            <Link to={`${list}?vacancy=${error.vacancyId}`} className={buttonClass()}>
              Open that absence
            </Link>
          )}
          <Button pending={posting.isPending} onClick={posting.postAnyway}>
            Post anyway
          </Button>
        </>
      }
    >
      A second vacancy would be offered for the same hours.
    </Banner>
  );
}
