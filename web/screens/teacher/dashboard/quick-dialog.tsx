import { useState } from 'react';
import { QueryError } from '#web/api/query-error.tsx';
import { useSession } from '#web/session/session.ts';
import { whyNotYet } from '#web/features/vacancies/post/absence-form.ts';
import { PreviewCard } from '#web/features/vacancies/post/absence-preview.tsx';
import { ReachLine } from '#web/features/vacancies/post/notify-fields.tsx';
import { PostingError, PostingFields } from '#web/features/vacancies/post/posting-fields.tsx';
import { teachersWords } from '#web/features/vacancies/post/posting-words.ts';
import { type QuickDay, usePosting } from '#web/features/vacancies/post/use-posting.ts';
import { dayTitle } from '#web/words/time.ts';
import { Button } from '#web/ui/button.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { Loading, Skeleton } from '#web/ui/loading.tsx';

type QuickDialogProps = { day: QuickDay; school: { id: number; name: string; timeZone: string }; onClose: () => void };

/**
 * Shows an absence, ready to review and publish. Everything in it can be changed first. It is mounted while it is open.
 */
export function QuickDialog({ day, school: ownSchool, onClose }: QuickDialogProps) {
  const user = useSession();
  const posting = usePosting({ userId: user.id, ownSchool, quick: day, words: teachersWords, onPosted: onClose });
  const { form, school, proposal, today, now } = posting;
  const [isUnfolded, setUnfolded] = useState(form.isRestored);
  const failed = [school, proposal].find((query) => query.isError && query.data === undefined);
  const isPending = school.isPending || proposal.isPending;
  const why = whyNotYet(form.found, form.values, 'publish');
  const isWanting = why !== null || form.problems.length > 0;
  return (
    <Dialog
      onClose={onClose}
      onSubmit={posting.submit}
      // The draft keeps the text.
      dirty={false}
      keepOpen={form.dirty}
      title={form.values.date === today ? "I'm out today" : "I'm out"}
      subtitle={isPending || form.values.date === '' ? undefined : dayTitle(form.values.date, ownSchool.timeZone, now)}
      footer={
        <>
          <p
            id="why-not-quick"
            role="status"
            className="mr-auto min-w-0 self-center text-meta text-ink-3 empty:hidden max-md:basis-full"
          >
            {isPending || failed ? '' : why}
          </p>
          <CloseButton>Cancel</CloseButton>
          <Button
            type="submit"
            variant="filled"
            data-autofocus=""
            disabled={failed !== undefined || (!isPending && why !== null)}
            pending={isPending || posting.isPending}
            pendingText={posting.isPending ? 'Publishing...' : 'Publish'}
            aria-describedby="why-not-quick"
          >
            Publish
          </Button>
        </>
      }
    >
      {failed ? (
        <QueryError query={failed} level={3} title="Your absence could not be prepared" />
      ) : (
        <Loading when={isPending} label="Preparing your absence" skeleton={<Skeleton className="h-44 rounded-card" />}>
          {() => (
            <>
              <ul>
                <PreviewCard
                  values={form.values}
                  school={{ name: ownSchool.name, showReason: school.data?.showReason ?? true }}
                  teacherName={user.fullName}
                  timeZone={ownSchool.timeZone}
                  today={today}
                  now={now}
                />
              </ul>
              <ReachLine
                values={form.values}
                school={posting.school.data}
                closures={posting.closures}
                timeZone={ownSchool.timeZone}
                now={now}
              />
              <PostingError posting={posting} />
              <details
                open={isUnfolded || isWanting}
                onToggle={(event) => setUnfolded(event.currentTarget.open)}
                className="min-w-0"
              >
                <summary className="min-h-touch cursor-pointer py-2.5 text-label font-semibold text-ink">
                  Change day, shift, class, plans or who is notified
                </summary>
                <div {...form.handlers} className="grid gap-6 pt-3">
                  <PostingFields posting={posting} ownSchool={ownSchool} />
                </div>
              </details>
            </>
          )}
        </Loading>
      )}
    </Dialog>
  );
}
