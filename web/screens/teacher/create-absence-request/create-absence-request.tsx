import { useEffect, useRef } from 'react';
import { QueryError } from '#web/api/query-error.tsx';
import { hasNothing } from '#web/api/refusal.ts';
import { useSession } from '#web/session/session.ts';
import { whyNotYet } from '#web/features/vacancies/post/absence-form.ts';
import { AbsencePreview } from '#web/features/vacancies/post/absence-preview.tsx';
import { teachersWords } from '#web/features/vacancies/post/posting-words.ts';
import { PostingError, PostingFields } from '#web/features/vacancies/post/posting-fields.tsx';
import { RepeatLast } from '#web/screens/teacher/create-absence-request/repeat-last.tsx';
import { usePosting } from '#web/features/vacancies/post/use-posting.ts';
import { Link } from '#web/navigation/link.tsx';
import { navigate } from '#web/navigation/location.ts';
import { paths } from '#web/paths.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form.tsx';
import { PageHeader } from '#web/ui/headers.tsx';
import { latestQuery } from '#web/screens/teacher/create-absence-request/repeat-last.tsx';
import { ownSchoolQuery } from '#web/features/vacancies/post/absence-queries.ts';
import { proposalQuery } from '#web/features/vacancies/post/proposal-query.ts';
import { zoneOf } from '#web/words/time.ts';
import { localDate, localTime } from '#domain/time.ts';
import type { Ahead } from '#web/navigation/ahead.ts';

/** Prefetches the first data of this screen. */
export const ahead: Ahead = (queries, { schoolId, schools }) => {
  void queries.prefetchInfiniteQuery(latestQuery);
  if (schoolId !== null) void queries.prefetchQuery(ownSchoolQuery(schoolId));
  void queries.prefetchQuery(proposalQuery(null, localDate(new Date(), zoneOf(schools))));
};

/** Posts an absence. */
export function CreateAbsenceRequest() {
  const user = useSession();
  const [ownSchool] = user.schools;
  return (
    <>
      <PageHeader title="Create Absence Request">Substitutes see it as soon as you publish.</PageHeader>
      {ownSchool ? (
        <AbsenceForm ownSchool={ownSchool} />
      ) : (
        <Banner>
          Your account doesn’t belong to a school yet, so you can’t post an absence. Ask your school administrator.
        </Banner>
      )}
    </>
  );
}

function AbsenceForm({ ownSchool }: { ownSchool: { id: number; name: string; timeZone: string } }) {
  const user = useSession();
  // The reply may arrive after the teacher has moved to another screen.
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const onPosted = () => {
    if (isHere.current) navigate(paths.teacher.home);
  };
  const posting = usePosting({ userId: user.id, ownSchool, words: teachersWords, onPosted });
  const { form, school, today, now } = posting;
  if (hasNothing(school)) {
    return <QueryError query={school} title="Your school's shifts could not be loaded" />;
  }
  const why = whyNotYet(form.found, form.values, 'publish');
  return (
    <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,40rem)_20rem]">
      <Form onSubmit={posting.submit} {...form.handlers} className="card grid max-w-form gap-6 p-5 max-md:p-4">
        <PostingFields posting={posting} ownSchool={ownSchool}>
          <RepeatLast
            values={form.values}
            when={
              posting.proposal.isPending
                ? null
                : {
                    today,
                    time: localTime(now, ownSchool.timeZone),
                    closures: posting.closures,
                    absences: posting.proposal.data?.absences ?? [],
                  }
            }
            onFill={form.startOver}
          />
        </PostingFields>
        <PostingError posting={posting} />
        <div className="flex items-center justify-end gap-2 border-t border-line pt-4.5 max-md:flex-wrap">
          <p id="why-not-yet" role="status" className="mr-auto min-w-0 text-meta text-ink-3 max-md:w-full">
            {why}
          </p>
          <Link to={paths.teacher.home} className={buttonClass('plain', 'max-md:flex-1')}>
            Cancel
          </Link>
          <Button
            type="submit"
            variant="filled"
            disabled={why !== null}
            pending={posting.isPending}
            pendingText="Publishing..."
            aria-describedby="why-not-yet"
            className="min-h-touch max-md:flex-[2.4]"
          >
            Publish Absence Request
          </Button>
        </div>
      </Form>
      <AbsencePreview
        values={form.values}
        school={{ name: ownSchool.name, showReason: school.data?.showReason ?? true }}
        teacherName={user.fullName}
        timeZone={ownSchool.timeZone}
        today={today}
        now={now}
      />
    </div>
  );
}
