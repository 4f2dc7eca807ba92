import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent } from 'react';
import { localDate } from '#domain/time.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { useAttempts } from '#web/api/use-attempts.ts';
import { useSession } from '#web/features/session.ts';
import { keepDraft, readDraft } from '#web/features/vacancies/absence-draft.ts';
import { FlagFields, WhatFields, WhenFields } from '#web/features/vacancies/absence-fields.tsx';
import { chosenDays, emptyAbsence, sameAbsence, shiftsOf, whyNotYet, type Absence } from '#web/features/vacancies/absence-form.ts';
import { AbsencePreview } from '#web/features/vacancies/absence-preview.tsx';
import { useCreateVacancy } from '#web/features/vacancies/changes.ts';
import { DaysField } from '#web/features/vacancies/days-field.tsx';
import { NotifyFields } from '#web/features/vacancies/notify-fields.tsx';
import { ownSchoolQuery } from '#web/features/vacancies/absence-queries.ts';
import { RepeatLast } from '#web/features/vacancies/repeat-last.tsx';
import { useAbsenceForm } from '#web/features/vacancies/use-absence-form.ts';
import { useNow } from '#web/features/vacancies/use-now.ts';
import { Link } from '#web/navigation/link.tsx';
import { navigate } from '#web/navigation/location.ts';
import { paths } from '#web/paths.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { FormSummary } from '#web/ui/form-summary.tsx';
import { PageHeader } from '#web/ui/headers.tsx';
import { ErrorState } from '#web/ui/page-state.tsx';

/** Posts an absence that needs cover. What is typed survives a failure, another screen and a reload. */
export function CreateAbsenceRequest() {
  const user = useSession();
  const [ownSchool] = user.schools;
  return (
    <>
      <PageHeader title="Create Absence Request">Substitutes see it the moment you publish.</PageHeader>
      {ownSchool ? <AbsenceForm ownSchool={ownSchool} /> : <Banner>Your account belongs to no school yet, so there is nowhere to post an absence. Ask your school administrator.</Banner>}
    </>
  );
}

function AbsenceForm({ ownSchool }: { ownSchool: { id: number; name: string; timeZone: string } }) {
  const user = useSession();
  const now = useNow();
  const today = localDate(now, ownSchool.timeZone);
  const empty = emptyAbsence(today);
  const [draft, setDraft] = useState(() => readDraft(user.id));
  const state = useAbsenceForm(draft === null ? empty : { ...empty, ...draft, date: draft.date < today ? today : draft.date }, today);
  const { form, values, problems } = state;
  const school = useQuery(ownSchoolQuery(ownSchool.id));
  const create = useCreateVacancy();
  const attemptFor = useAttempts();

  const isEmpty = sameAbsence(values, empty);
  const kept = JSON.stringify(values);
  useEffect(() => {
    keepDraft(user.id, isEmpty ? null : values);
    // `kept` says by value what `values`, new with each rendering, holds.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [kept, isEmpty, user.id]);

  const publish = async (absence: Absence) => {
    const { date: _first, severalDays: _several, lastDate: _last, leftOut: _days, notifyAllSubstitutes, selectedSubstitutes, ...fields } = absence;
    const dates = chosenDays(absence);
    const sendNotifications = notifyAllSubstitutes || selectedSubstitutes.length > 0;
    const body = { ...fields, status: 'open' as const, sendNotifications, sendSMS: absence.isUrgent, ...(notifyAllSubstitutes ? {} : { targetSubstituteIds: selectedSubstitutes }) };
    try {
      await create.mutateAsync({ body, dates, attempt: attemptFor({ ...body, dates }) });
      state.startOver(empty);
      navigate(paths.teacher.home);
    } catch (error) {
      state.showRefused(error);
    }
  };
  const submit = (event: FormEvent) => {
    if (create.isPending) event.preventDefault();
    else void form.handleSubmit(publish)(event);
  };
  const startOver = () => {
    setDraft(null);
    state.startOver(empty);
  };

  if (school.isError) {
    return (
      <ErrorState title="Your school's shifts could not be loaded" onRetry={() => void school.refetch()} retrying={school.isFetching}>
        {sentenceOf(school.error)}
      </ErrorState>
    );
  }
  const why = whyNotYet(problems, values, 'publish');
  const shared = { state, shifts: shiftsOf(school.data), school: school.data, timeZone: ownSchool.timeZone, today, now };
  return (
    <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,40rem)_20rem]">
      <form noValidate onSubmit={submit} {...state.handlers} className="card grid max-w-form gap-6 p-5 max-md:p-4">
        {draft && !isEmpty ? (
          <Banner
            actions={
              <Button onClick={startOver}>
                Start over
              </Button>
            }
          >
            What you wrote before is still here.
          </Banner>
        ) : null}
        <RepeatLast values={values} today={today} onFill={state.startOver} />
        <FormSummary problems={state.summary} attempt={state.attempt} />
        <WhenFields {...shared} />
        <DaysField state={state} today={today} />
        <WhatFields {...shared} />
        <fieldset className="grid gap-2 border-t border-line pt-4.5">
          <legend className="sr-only">Options</legend>
          <FlagFields {...shared} />
          <NotifyFields state={state} schoolName={ownSchool.name} />
        </fieldset>
        {create.error ? (
          <Banner tone="danger" live title={`Failed to create vacancy: ${sentenceOf(create.error)}`}>
            Nothing you typed is lost.
          </Banner>
        ) : null}
        <div className="flex items-center justify-end gap-2 border-t border-line pt-4.5 max-md:flex-wrap">
          <p id="why-not-yet" role="status" className="mr-auto min-w-0 text-meta text-ink-3 max-md:w-full">
            {why}
          </p>
          <Link to={paths.teacher.home} className={buttonClass('plain', 'max-md:flex-1')}>
            Cancel
          </Link>
          <Button type="submit" variant="filled" disabled={why !== null} pending={create.isPending} pendingText="Publishing..." aria-describedby="why-not-yet" className="min-h-touch max-md:flex-[2.4]">
            Publish Absence Request
          </Button>
        </div>
      </form>
      <AbsencePreview values={values} school={{ name: ownSchool.name, showReason: school.data?.showReason ?? true }} teacherName={user.fullName} timeZone={ownSchool.timeZone} today={today} now={now} />
    </div>
  );
}
