import { useQuery } from '@tanstack/react-query';
import { openStudentDetails } from '#contract/emergency-plan.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getPlans } from '#contract/plans.ts';
import type { Vacancy } from '#contract/vacancies.ts';
import { formatDate } from '#domain/time.ts';
import { call } from '#web/api/client.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { hasNothing } from '#web/api/refusal.ts';
import { useCommand } from '#web/api/use-command.ts';
import { PlansLink } from '#web/features/vacancies/card/vacancy-card.tsx';
import { PlanFileRow } from '#web/features/vacancies/plans/plan-file-row.tsx';
import { plansQuery } from '#web/features/vacancies/plans/queries.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { Loading, Skeleton } from '#web/ui/loading.tsx';

/** Shows the plans of a class, for the substitute who is booked for it. It is mounted while it is open. */
export function PlansDialog({ vacancy, onClose }: { vacancy: Vacancy; onClose: () => void }) {
  const plans = useQuery(plansQuery(vacancy.id));
  return (
    <Dialog
      onClose={onClose}
      title="Plans for the class"
      subtitle={`${vacancy.description}, ${formatDate(vacancy.date)}`}
      footer={<CloseButton>Close</CloseButton>}
    >
      {hasNothing(plans) ? (
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

function Plans({ plans: { link, files, emergencyPlan, studentDetails }, vacancy }: PlansProps) {
  const { id, teacherName, isExtraHands } = vacancy;
  const hasPlans = emergencyPlan !== null || link !== null || files.length > 0;
  return (
    <>
      {emergencyPlan !== null ? (
        <Emergency plan={emergencyPlan} teacherName={teacherName} />
      ) : hasPlans ? (
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
      ) : (
        <p>
          {isExtraHands
            ? 'No plans were added for this job.'
            : `${teacherName} hasn’t added plans yet. We’ll notify you when they do.`}
        </p>
      )}
      {studentDetails === 'none' ? null : <DayDetails vacancyId={id} isOpen={studentDetails === 'now'} />}
      {hasPlans || studentDetails !== 'none' ? (
        <p className="text-meta text-ink-3">
          You can open these until the class ends. {teacherName} and the front office can see when you did.
        </p>
      ) : null}
    </>
  );
}

type EmergencyProps = { plan: NonNullable<ReplyOf<typeof getPlans>['emergencyPlan']>; teacherName: string };

/** Shows the teacher's emergency plan. */
function Emergency({ plan: { routines, seating, people, files }, teacherName }: EmergencyProps) {
  const texts = [
    ['Routines', routines],
    ['Seating', seating],
    ['People to ask', people],
  ] as const;
  return (
    <>
      <p className="text-ink-2">There are no plans for this day yet. This is {teacherName}’s emergency plan.</p>
      {texts.map(([title, text]) =>
        text === '' ? null : (
          <section key={title}>
            <h3 className="mb-1">{title}</h3>
            <p className="wrap-anywhere whitespace-pre-line">{text}</p>
          </section>
        ),
      )}
      <ul className="divide-y divide-line empty:hidden">
        {files.map((file) => (
          <PlanFileRow key={file.id} file={file} />
        ))}
      </ul>
    </>
  );
}

/** Shows the student details, closed until the substitute opens them, and not before the day of the class. */
function DayDetails({ vacancyId, isOpen }: { vacancyId: number; isOpen: boolean }) {
  const open = useCommand({ send: () => call(openStudentDetails, { params: { id: vacancyId } }) });
  return (
    <section aria-labelledby="day-details" className="grid gap-2 border-t border-line pt-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 id="day-details">Student details</h3>
        <Badge tone="pending">Sensitive</Badge>
      </div>
      {open.data ? (
        <p className="wrap-anywhere whitespace-pre-line">{open.data.words}</p>
      ) : isOpen ? (
        <div>
          <Button pending={open.isPending} onClick={() => open.mutate()}>
            Open student details
          </Button>
        </div>
      ) : (
        <p className="text-ink-2">You can open them on the day of the class.</p>
      )}
      {open.error === null ? null : (
        <Banner tone="pending" live>
          {sentenceOf(open.error)}
        </Banner>
      )}
    </section>
  );
}
