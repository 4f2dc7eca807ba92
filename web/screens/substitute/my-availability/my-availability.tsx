import type { School } from '#contract/schools.ts';
import type { User } from '#contract/person.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { DateCalendar } from '#web/screens/substitute/my-availability/date-calendar.tsx';
import { JobPreferenceFields } from '#web/screens/substitute/my-availability/job-preferences.tsx';
import { ShiftTimes } from '#web/screens/substitute/my-availability/shift-times.tsx';
import { WeekTable } from '#web/screens/substitute/my-availability/week-table.tsx';
import { type GridColumns, useWeekData, useWeekForm } from '#web/screens/substitute/my-availability/week.ts';
import { parseGeneralAvailability } from '#domain/availability.ts';
import { BookedInWeek, StaysInWeek } from '#web/screens/substitute/my-availability/own-bookings.tsx';
import { Link } from '#web/navigation/link.tsx';
import { useUnsavedText } from '#web/ui/unsaved.ts';
import { paths } from '#web/paths.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form.tsx';
import { PageHeader, SectionHeader } from '#web/ui/headers.tsx';
import * as icons from '#web/ui/icons.ts';
import { Loading, Skeleton } from '#web/ui/loading.tsx';
import { ErrorState } from '#web/ui/page-state.tsx';
import { SaveBar } from '#web/ui/save-bar.tsx';
import { profileQuery } from '#web/session/profile.ts';
import { chosenSchoolsQuery } from '#web/features/schools/offered.ts';
import type { Ahead } from '#web/navigation/ahead.ts';

/** Prefetches the first data of this screen. */
export const ahead: Ahead = (queries, { id }) => {
  void queries.prefetchQuery(profileQuery(id));
  void queries.prefetchQuery(chosenSchoolsQuery);
};

const title = 'My Availability';
const subtitle = 'Your usual week. Schools see it when they need a substitute.';

/** Shows the substitute's weekly availability, and the date exceptions that override it. */
export function MyAvailability() {
  const { profile, schools, columns, isPending, error, retry } = useWeekData();
  if (error !== null) {
    return (
      <>
        <PageHeader title={title}>{subtitle}</PageHeader>
        <ErrorState title="Your availability could not be loaded" onRetry={retry} retrying={isPending}>
          {sentenceOf(error)}
        </ErrorState>
      </>
    );
  }
  return profile === undefined || isPending ? (
    <>
      <PageHeader title={title}>{subtitle}</PageHeader>
      <Loading when label="Loading your availability" skeleton={<SkeletonGrid />} />
    </>
  ) : (
    <Availability profile={profile} schools={schools} columns={columns} />
  );
}

type AvailabilityProps = { profile: User; schools: readonly School[]; columns: GridColumns };

function Availability({ profile, schools, columns }: AvailabilityProps) {
  const form = useWeekForm(profile);
  useUnsavedText(form.dirty);
  const { monday } = form.week;
  const weeks = { before: parseGeneralAvailability(profile.generalAvailability ?? null), after: form.week };
  const cannotCopy = monday !== 'unavailable' && !columns[monday].isEnabled;
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <Button icon={icons.copy} disabled={cannotCopy || form.isBlank} onClick={form.copyMonday}>
            Copy Monday to weekdays
          </Button>
        }
      >
        {subtitle}
      </PageHeader>
      {schools.length === 0 ? (
        <Banner
          tone="pending"
          title="You haven’t chosen a school yet"
          actions={
            <Link to={`${paths.substitute.profile}?part=schools`} className={buttonClass()}>
              Choose schools
            </Link>
          }
        >
          Your schools set the shifts and their times.
        </Banner>
      ) : null}
      {form.isSaved ? null : (
        <Banner title="You haven’t saved your weekly availability yet">
          Until you do, no day is ruled out and you’re offered every vacancy at your schools. Once you choose something
          for one day, the others become Unavailable, so go through all seven before you save.
        </Banner>
      )}
      <Form onSubmit={form.save} className="grid gap-4">
        <div className="card overflow-hidden">
          <WeekTable form={form} columns={columns} />
        </div>
        <ShiftTimes schools={schools} columns={columns} />
        {form.dirty ? <StaysInWeek {...weeks} /> : null}
        <SaveBar
          dirty={form.dirty}
          saving={form.saving}
          onRevert={form.revert}
          note={form.dirty ? <BookedInWeek {...weeks} /> : null}
          failure={
            form.error === null
              ? null
              : { title: 'Your weekly availability was not saved', text: sentenceOf(form.error) }
          }
        />
      </Form>
      <section aria-labelledby="single-dates">
        <SectionHeader id="single-dates" title="Date exceptions" />
        <p className="mb-3 max-w-[62ch] text-label text-ink-3">
          Dates that differ from your usual week: a vacation, a free morning, or a day you can work after all. They
          override your weekly availability.
        </p>
        <DateCalendar stored={profile.generalAvailability ?? null} />
      </section>
      <JobPreferenceFields />
    </>
  );
}

function SkeletonGrid() {
  return (
    <div className="card grid gap-6 p-5">
      {['first', 'second', 'third', 'fourth'].map((day) => (
        <Skeleton key={day} className="h-6 rounded-tag" />
      ))}
    </div>
  );
}
