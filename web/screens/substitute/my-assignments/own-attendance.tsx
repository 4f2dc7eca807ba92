import { useQuery } from '@tanstack/react-query';
import type { OwnAttendance } from '#contract/attendance.ts';
import { formatShortDate, formatTimeRange } from '#domain/time.ts';
import { AnswerDialog } from '#web/screens/substitute/my-assignments/answer-dialog.tsx';
import { ownAttendanceQuery } from '#web/features/attendance/queries.ts';
import { SignInForm } from '#web/screens/substitute/my-assignments/sign-in-form.tsx';
import { recordWords } from '#web/features/attendance/words.ts';
import { useLayer } from '#web/navigation/use-layer.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Dot } from '#web/ui/dotted.tsx';
import { Button } from '#web/ui/button.tsx';
import { hasEnded } from '#web/words/time.ts';
import { useNow } from '#web/words/use-now.ts';

/**
 * Shows the classes to sign in for today, and the no-shows that schools recorded, to answer. It shows nothing if there
 * are neither.
 */
export function OwnAttendanceSection() {
  const { data = [] } = useQuery(ownAttendanceQuery);
  const layer = useLayer('attendance');
  const now = useNow();
  // No event says that a class is over, and from then on the code is refused.
  const due = data.filter((each) => each.canSignIn && !hasEnded(each, now));
  const today = data.filter(({ attendance, canSignIn }) => !canSignIn && attendance?.state !== 'no_show' && attendance);
  // A class still under way can be both: someone recorded as a no-show may arrive, or answer.
  const missed = data.filter(({ attendance }) => attendance?.state === 'no_show');
  const opened = data.find(({ vacancyId }) => String(vacancyId) === layer.open);
  return (
    <>
      {due.length === 0 && missed.length === 0 && today.length === 0 ? null : (
        <section aria-label="Attendance" className="card divide-y divide-line">
          {due.toReversed().map((each) => (
            <SignInForm key={each.vacancyId} of={each} />
          ))}
          {missed.length === 0 ? null : (
            <ul aria-label="No-shows" className="divide-y divide-line">
              {missed.map((each) => (
                <Row key={each.vacancyId} of={each} onAnswer={() => layer.show(String(each.vacancyId))} />
              ))}
            </ul>
          )}
          {today.length === 0 ? null : (
            <details className="px-5 py-1 max-md:px-4">
              <summary className="min-h-touch cursor-pointer py-2.5 text-label">When you came and left</summary>
              <ul className="divide-y divide-line pb-2">
                {today.map((each) => (
                  <Row key={each.vacancyId} of={each} isBare onAnswer={() => layer.show(String(each.vacancyId))} />
                ))}
              </ul>
            </details>
          )}
        </section>
      )}
      {opened?.attendance ? <AnswerDialog key={opened.vacancyId} of={opened} onClose={layer.close} /> : null}
    </>
  );
}

type RowProps = { of: OwnAttendance; isBare?: boolean; onAnswer: () => void };

function Row({ of, isBare = false, onAnswer }: RowProps) {
  const { attendance, date, title, schoolName, startTime, endTime, timeZone, canAnswer } = of;
  if (attendance === null) return null;
  const words = recordWords(attendance, timeZone);
  return (
    <li
      className={
        isBare ? 'flex flex-wrap gap-x-3 gap-y-1 py-2.5' : 'flex flex-wrap gap-x-3 gap-y-1 px-5 py-3 max-md:px-4'
      }
    >
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-label wrap-anywhere">
          {attendance.state === 'no_show' ? <Badge tone="urgent">{words}</Badge> : <b>{words}</b>}
          <span>
            {formatShortDate(date)}
            <Dot />
            {title}
          </span>
        </p>
        <p className="text-meta wrap-anywhere text-ink-3">
          {schoolName}, {formatTimeRange(startTime, endTime)}
          {attendance.note ? (
            <>
              <Dot />
              {attendance.note}
            </>
          ) : null}
        </p>
        {attendance.answer ? <p className="text-meta wrap-anywhere text-ink-2">You: “{attendance.answer}”</p> : null}
      </div>
      {canAnswer ? (
        <Button aria-label={`${attendance.answer ? 'Edit answer' : 'Answer'}: ${title}`} onClick={onAnswer}>
          {attendance.answer ? 'Edit answer' : 'Answer'}
        </Button>
      ) : null}
    </li>
  );
}
