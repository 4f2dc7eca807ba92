import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { consecutiveDays, type DayTimes, dayWithTimes } from '#domain/job-days.ts';
import { dashboardPath } from '#domain/role.ts';
import { formatDate, formatTimeRange } from '#domain/time.ts';
import { vacancyLimits } from '#domain/vacancy.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { QueryError } from '#web/api/query-error.tsx';
import { type LinkAct, linkQuery, type OpenedLink, useFollowLink } from '#web/screens/public/one-tap/one-tap.ts';
import { Notes } from '#web/features/vacancies/card/notes.tsx';
import { reportFact } from '#web/features/vacancies/card/report-fact.ts';
import { DeclineReasons } from '#web/features/vacancies/request/decline-reasons.tsx';
import { RequestLabel } from '#web/features/vacancies/request/request-label.tsx';
import { lastOf, LetterPage } from '#web/page/letter-page.tsx';
import { useUnsavedText } from '#web/ui/unsaved.ts';
import { usePlace } from '#web/navigation/place.tsx';
import { Form } from '#web/ui/form.tsx';
import { useIsBefore } from '#web/words/use-is-before.ts';
import { useNow } from '#web/words/use-now.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { useDocumentTitle } from '#web/ui/document-title.ts';
import { Facts } from '#web/ui/facts.tsx';
import { Field } from '#web/ui/field.tsx';
import { focusField } from '#web/ui/focus-field.ts';
import { keepFocus } from '#web/ui/kept-focus.ts';
import { Textarea } from '#web/ui/input.tsx';
import { Loading, Skeleton } from '#web/ui/loading.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';

/** Shows the page of a link in an email or text message, without signing in: one vacancy, and a button to act on it. */
export function OneTap() {
  const token = lastOf(usePlace().path);
  const link = useQuery(linkQuery(token));
  useDocumentTitle(link.data?.vacancy?.title ?? 'Vacancy');
  // An answered offer has no buttons anymore, and the next Tab would start at the top of the page.
  useEffect(keepFocus, []);
  if (link.isError && link.data === undefined) {
    return (
      <LetterPage>
        {link.error instanceof ApiError && link.error.status === 404 ? (
          <Gone sentence={sentenceOf(link.error)} />
        ) : (
          <QueryError query={link} title="The vacancy could not be loaded" />
        )}
      </LetterPage>
    );
  }
  return (
    <LetterPage>
      <Loading
        when={link.data === undefined}
        label="Loading the vacancy"
        skeleton={<Skeleton className="h-64 rounded-card" />}
      >
        {() => (link.data === undefined ? null : <Opened token={token} link={link.data} />)}
      </Loading>
    </LetterPage>
  );
}

function Gone({ sentence }: { sentence: string }) {
  return (
    <>
      <PageTitle>Nothing to do here</PageTitle>
      <Banner tone="pending">{sentence}</Banner>
      <SignInLine to="/" />
    </>
  );
}

/**
 * Whether the reader just left the vacancy, and then chose to request it again. A reason for a decline doesn't change
 * it.
 */
type Step = 'first' | 'left' | 'again';

function Opened({ token, link }: { token: string; link: OpenedLink }) {
  const follow = useFollowLink(token);
  const { vacancy, acts, declineReason, sentence, reader } = link;
  const canUndo = useIsBefore(link.undoUntil);
  // The second of two quick taps on Decline or Undo must not request it, so a request takes one more tap.
  const [step, setStep] = useState<Step>('first');
  // Stays while the form is gone: a decline can be followed by a request after all.
  const [message, setMessage] = useState('');
  const isJustLeft = step === 'left' && acts.includes('request') && !acts.includes('decline');
  const buttons = acts.filter(
    (act) => act !== 'explain' && (act !== 'undo' || canUndo) && (act !== 'request' || !isJustLeft),
  );
  if (vacancy === null) {
    return (
      <>
        <PageTitle>{follow.isSuccess ? 'Done' : 'This one is no longer available'}</PageTitle>
        <Banner live tone={follow.isSuccess ? 'success' : 'pending'}>
          {sentence}
        </Banner>
        <SignInLine to={dashboardPath(reader.role)} />
      </>
    );
  }
  return (
    <>
      <div className="grid justify-items-start gap-2">
        {vacancy.isUrgent ? <Badge tone="urgent">Urgent</Badge> : null}
        <PageTitle className="wrap-anywhere">{vacancy.title}</PageTitle>
        <p className="font-semibold wrap-anywhere text-ink tabular-nums">
          {vacancy.together ?? formatDate(vacancy.date)},{' '}
          {unlike(vacancy.days).length > 0 ? null : (
            <>
              <span className="whitespace-nowrap">{formatTimeRange(vacancy.startTime, vacancy.endTime)}</span>,{' '}
            </>
          )}
          {vacancy.school}
        </p>
        <p className="text-label">For {reader.name}</p>
      </div>
      <Banner live tone={follow.isSuccess ? 'success' : 'note'}>
        {sentence}
      </Banner>
      {follow.error === null ? null : (
        <Banner live tone="danger">
          {sentenceOf(follow.error)}
        </Banner>
      )}
      {buttons.length > 0 ? (
        <Acts
          acts={buttons}
          vacancy={vacancy}
          message={message}
          onType={setMessage}
          follow={follow}
          isAgain={step === 'again'}
          onAct={(act) => setStep(act === 'request' ? 'first' : 'left')}
        />
      ) : null}
      {acts.includes('explain') ? (
        <DeclineReasons
          given={declineReason}
          date={vacancy.date}
          isPending={follow.isPending}
          onGive={(reason) => follow.mutate({ act: 'explain', reason })}
        />
      ) : null}
      {isJustLeft ? (
        <Button className="min-h-touch justify-self-start" onClick={() => setStep('again')}>
          Request it after all
        </Button>
      ) : null}
      <VacancyOfLink vacancy={vacancy} />
      <SignInLine to={dashboardPath(reader.role)} />
    </>
  );
}

/** Returns the days of a job, one by one, if their times differ or a school day lies between them. */
function unlike(days: readonly DayTimes[] = []): string[] {
  const isOneTime = new Set(days.map(({ startTime, endTime }) => `${startTime} ${endTime}`)).size < 2;
  const isOneRun =
    consecutiveDays(
      days.map(({ date }) => date),
      [],
    ).length < 2;
  return isOneTime && isOneRun ? [] : days.map(dayWithTimes);
}

function VacancyOfLink({ vacancy }: { vacancy: NonNullable<OpenedLink['vacancy']> }) {
  const {
    school,
    address,
    classInWords,
    teacher,
    isExtraHands,
    date,
    startTime,
    endTime,
    reportTime,
    timeZone,
    parking,
    pay,
    reason,
    notes,
    plansLink,
    mayNeedChanges,
    substitute,
    together,
    days,
  } = vacancy;
  const now = useNow();
  return (
    <div className="card p-5 max-md:p-4">
      <Facts
        facts={[
          together === null
            ? { label: 'Date', value: formatDate(date) }
            : { label: 'Dates', value: `${together}. Your answer is for all of them.` },
          {
            label: 'Time',
            value:
              unlike(days).length === 0
                ? formatTimeRange(startTime, endTime)
                : unlike(days).map((day) => (
                    <span key={day} className="block">
                      {day}
                    </span>
                  )),
          },
          ...(reportTime === null ? [] : [reportFact({ date, reportTime, timeZone }, now)]),
          ...(pay === null ? [] : [{ label: 'Pay', value: pay }]),
          { label: 'School', value: school },
          ...(classInWords === '' ? [] : [{ label: 'Class', value: classInWords }]),
          isExtraHands
            ? { label: 'Extra hands', value: `Ask for ${teacher} in the office` }
            : { label: 'Teacher', value: teacher },
          { label: 'Address', value: address, wide: true },
          ...(parking === null
            ? []
            : [
                {
                  label: 'Parking and arrival',
                  value: <span className="whitespace-pre-line">{parking}</span>,
                  wide: true,
                },
              ]),
          ...(substitute === null ? [] : [{ label: 'Substitute', value: substitute }]),
          ...(reason === null ? [] : [{ label: 'Absence Reason', value: reason }]),
          ...(plansLink === null
            ? []
            : [
                {
                  label: 'Lesson plans',
                  value: (
                    <a
                      href={plansLink}
                      target="_blank"
                      rel="noreferrer noopener"
                      className="link inline-flex min-h-touch items-center"
                    >
                      Open lesson plans
                    </a>
                  ),
                },
              ]),
          ...(mayNeedChanges ? [{ label: 'Note', value: 'Details may still change' }] : []),
          { label: 'Notes', value: <Notes of={notes} />, wide: true },
        ]}
      />
    </div>
  );
}

const labels: Record<LinkAct, string> = {
  request: 'Request Position',
  decline: 'Decline',
  confirm: 'Confirm',
  cannotCome: "Can't come",
  approve: 'Approve',
  reject: 'Reject',
  explain: 'Say why',
  undo: 'Undo',
};

type ActsProps = {
  acts: readonly LinkAct[];
  vacancy: NonNullable<OpenedLink['vacancy']>;
  message: string;
  onType: (message: string) => void;
  follow: ReturnType<typeof useFollowLink>;
  /** A button opened the form and is gone, and its focus with it. */
  isAgain: boolean;
  onAct: (act: LinkAct) => void;
};

function Acts({ acts, vacancy, message, onType, follow, isAgain, onAct }: ActsProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (isAgain) focusField(field.current);
  }, [isAgain]);
  const [main, ...others] = acts;
  useUnsavedText(main === 'request' && message.trim() !== '');
  const run = (act: LinkAct | undefined) => {
    if (act === undefined || follow.isPending) return;
    onAct(act);
    const { date, startTime, endTime, days } = vacancy;
    const seen = { date, startTime, endTime, ...(days !== undefined && { days }) };
    follow.mutate({ act, message: act === 'request' ? message : '', seen });
  };
  return (
    <Form onSubmit={() => run(main)} className="grid gap-4">
      {main === 'request' ? (
        <Field label="Message" optional>
          <Textarea
            ref={field}
            rows={3}
            maxLength={vacancyLimits.substituteNote}
            placeholder="For example: I can be there by 7:40."
            value={message}
            onChange={(event) => onType(event.target.value)}
          />
        </Field>
      ) : null}
      <div className="flex gap-3 max-md:flex-col">
        {main === undefined ? null : (
          // Another act has another button, so that a second Enter on the one before doesn't press it.
          <Button
            key={main}
            type="submit"
            variant={main === 'undo' ? 'outlined' : 'filled'}
            pending={follow.isPending}
            className="min-h-touch md:flex-1"
          >
            {main === 'request' ? <RequestLabel booksFirst={vacancy.booksFirst} /> : labels[main]}
          </Button>
        )}
        {others.map((act) => (
          <Button key={act} disabled={follow.isPending} onClick={() => run(act)} className="min-h-touch md:flex-1">
            {labels[act]}
          </Button>
        ))}
      </div>
    </Form>
  );
}

function SignInLine({ to }: { to: string }) {
  return (
    <p>
      <a href={to} className={buttonClass('outlined', 'min-h-touch')}>
        Open my dashboard
      </a>
    </p>
  );
}
