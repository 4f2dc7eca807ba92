import { useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getPlans } from '#contract/plans.ts';
import type { Vacancy } from '#contract/vacancies.ts';
import { formatDate } from '#domain/time.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { PlansLink } from '#web/features/vacancies/card/vacancy-card.tsx';
import { PlanFileRow } from '#web/features/vacancies/plans/plan-file-row.tsx';
import { plansQuery } from '#web/features/vacancies/plans/queries.ts';
import { Banner } from '#web/ui/banner.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { Loading, Skeleton } from '#web/ui/loading.tsx';

/** The plans of a class, for the substitute who is booked for it. Mounted while it is open. */
export function PlansDialog({ vacancy, onClose }: { vacancy: Vacancy; onClose: () => void }) {
  const plans = useQuery(plansQuery(vacancy.id));
  return (
    <Dialog
      open
      onClose={onClose}
      title="Plans for the class"
      subtitle={`${vacancy.description}, ${formatDate(vacancy.date)}`}
      footer={<CloseButton>Close</CloseButton>}
    >
      {plans.isError ? (
        <Banner tone="pending" live>
          {plans.error instanceof ApiError && plans.error.status === 404
            ? 'You can read the plans while you’re booked, until the class ends.'
            : sentenceOf(plans.error)}
        </Banner>
      ) : (
        <Loading
          when={plans.data === undefined}
          label="Loading the plans"
          skeleton={<Skeleton className="h-24 rounded-control" />}
        >
          {() => (plans.data === undefined ? null : <Plans plans={plans.data} vacancy={vacancy} />)}
        </Loading>
      )}
    </Dialog>
  );
}

type PlansProps = { plans: ReplyOf<typeof getPlans>; vacancy: Vacancy };

function Plans({ plans: { link, files }, vacancy: { teacherName } }: PlansProps) {
  return (
    <>
      {link === null && files.length === 0 ? (
        <p>{teacherName} hasn’t added plans yet. We’ll notify you when they do.</p>
      ) : (
        <ul className="divide-y divide-line">
          {link === null ? null : (
            <li className="py-1.5">
              <PlansLink to={link}>Lesson plans document</PlansLink>
            </li>
          )}
          {files.map((file) => (
            <PlanFileRow key={file.id} file={file} />
          ))}
        </ul>
      )}
      <p className="text-meta text-ink-3">
        You can open these until the class ends. {teacherName} and the front office see when you did.
      </p>
    </>
  );
}
