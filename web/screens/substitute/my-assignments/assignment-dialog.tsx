import { useQuery } from '@tanstack/react-query';
import type { Vacancy } from '#contract/vacancies.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { hasNothing } from '#web/api/refusal.ts';
import { Parking } from '#web/screens/substitute/my-assignments/parking.tsx';
import { AssignmentCard } from '#web/features/vacancies/assignment/assignment-card.tsx';
import type { useAssignmentDialogs } from '#web/features/vacancies/assignment/use-assignment-dialogs.tsx';
import { FeedbackOnCard } from '#web/features/vacancies/feedback/feedback-on-card.tsx';
import { vacancyQuery } from '#web/features/vacancies/queries.ts';
import { hasEnded } from '#web/words/time.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Loading, Skeleton } from '#web/ui/loading.tsx';

type AssignmentDialogProps = {
  id: number;
  now: Date;
  openersOf: ReturnType<typeof useAssignmentDialogs>['openersOf'];
  onClose: () => void;
};

/** One assignment or request that a notification opens, with all of its actions. */
export function AssignmentDialog({ id, now, openersOf, onClose }: AssignmentDialogProps) {
  const found = useQuery(vacancyQuery(id));
  const close = <Button onClick={onClose}>Close</Button>;
  return (
    <Dialog onClose={onClose} title={titleOf(found.data)} footer={close}>
      {hasNothing(found) ? (
        <Banner tone="pending" live>
          {found.error instanceof ApiError && (found.error.status === 404 || found.error.status === 409)
            ? 'This is no longer your assignment or request.'
            : sentenceOf(found.error)}
        </Banner>
      ) : (
        <Loading
          when={found.isPending}
          label="Loading the assignment"
          skeleton={<Skeleton className="h-40 rounded-control" />}
        >
          {() =>
            found.data === undefined ? null : isOwn(found.data) ? (
              <ul>
                <AssignmentCard vacancy={found.data} now={now} narrow {...openersOf(found.data)}>
                  {hasEnded(found.data, now) ? (
                    <FeedbackOnCard vacancy={found.data} reader="substitute" />
                  ) : (
                    <Parking of={found.data} />
                  )}
                </AssignmentCard>
              </ul>
            ) : (
              <Banner tone="pending">This is no longer your assignment or request.</Banner>
            )
          }
        </Loading>
      )}
    </Dialog>
  );
}

/** A substitute can also see an open vacancy. Then there is no assignment or request. */
const isOwn = ({ status }: Vacancy) => status !== 'open';

function titleOf(vacancy: Vacancy | undefined): string {
  return vacancy?.status === 'pending_approval' ? 'Your request' : 'Your assignment';
}
