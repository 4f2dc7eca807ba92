import type { ReactNode } from 'react';
import type { Vacancy } from '#contract/vacancies.ts';
import { durationHours, exactDuration } from '#domain/shift.ts';
import { formatDate, formatTimeRange, isTime } from '#domain/time.ts';
import { extraHands } from '#domain/vacancy.ts';
import { cardId } from '#web/features/vacancies/card/leave-card.ts';
import { Notes } from '#web/features/vacancies/card/notes.tsx';
import { StatusBadge } from '#web/features/vacancies/card/status-badge.tsx';
import { cardColumns } from '#web/features/vacancies/card/card-columns.ts';
import { dayWords, hoursOf } from '#web/words/time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { DayLine } from '#web/ui/day-line.tsx';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { join } from '#web/ui/join.ts';

/** The fields of a vacancy that a card shows. A draft may not have its times yet. */
type ShownVacancy = Pick<
  Vacancy,
  | 'id'
  | 'status'
  | 'noShow'
  | 'isUrgent'
  | 'date'
  | 'timeZone'
  | 'description'
  | 'classInWords'
  | 'additionalNotes'
  | 'schoolName'
  | 'teacherName'
  | 'isExtraHands'
  | 'absenceReason'
  | 'googleDocLink'
  | 'mayNeedChanges'
  | 'job'
> & { startTime: string | null; endTime: string | null };

type VacancyCardProps = {
  vacancy: ShownVacancy;
  now: Date;
  /** The facts that the reader doesn't know yet: a teacher knows both, and an admin knows the school. */
  names?: readonly ('school' | 'teacher')[];
  /** Stacks the card as on a phone, at any width. */
  narrow?: boolean;
  /** The vacancy is no longer relevant, so the day line is gray. */
  past?: boolean;
  /** Badges after urgency and status. */
  badges?: ReactNode;
  /** The buttons, the filled one first. */
  actions?: ReactNode;
  /** The line below the notes: the requesting or assigned substitute, or an error. */
  children?: ReactNode;
};

/** Shows a vacancy: when, where and how long, then the class, then the actions. An `<li>` in a list of cards. */
export function VacancyCard({
  vacancy,
  now,
  names = [],
  narrow = false,
  past = false,
  badges,
  actions,
  children,
}: VacancyCardProps) {
  const heading = `${cardId(vacancy.id)}-title`;
  return (
    <li id={cardId(vacancy.id)} className="whole min-w-0">
      <article
        aria-labelledby={heading}
        // The longest date fits the minimum width, so the cards of a list align.
        className={join('card grid', !narrow && cardColumns, vacancy.isUrgent && 'border-[1.5px] border-urgent-line')}
      >
        <When vacancy={vacancy} now={now} narrow={narrow} past={past} />
        <div
          className={join(
            'grid min-w-0 content-start gap-2 px-4 pt-3',
            actions ? 'pb-3.5' : 'pb-4',
            !narrow && 'md:px-5 md:py-4.5',
          )}
        >
          <div className="flex flex-wrap gap-2">
            {vacancy.isUrgent ? <Badge tone="urgent">Urgent</Badge> : null}
            <StatusBadge status={vacancy.status} />
            {vacancy.noShow ? <Badge tone="urgent">No-show</Badge> : null}
            {badges}
          </div>
          <h3 id={heading} tabIndex={-1} className="wrap-anywhere">
            {vacancy.description}
          </h3>
          <VacancyFacts vacancy={vacancy} names={names} />
          <Notes of={vacancy.additionalNotes} folded />
          {children}
        </div>
        {actions ? (
          <div
            className={join(
              'flex flex-wrap gap-2 px-4 pb-4 print:hidden max-md:[&>button]:min-h-11.5 max-md:[&>button]:flex-1 max-md:[&>button:first-child]:order-1 max-md:[&>button:first-child]:flex-[1.8]',
              !narrow && 'md:min-w-37 md:flex-col md:flex-nowrap md:justify-center md:py-4.5 md:pr-5 md:pl-0',
            )}
          >
            {actions}
          </div>
        ) : null}
      </article>
    </li>
  );
}

type WhenProps = Pick<VacancyCardProps, 'now' | 'past' | 'narrow'> & {
  vacancy: Pick<ShownVacancy, 'date' | 'startTime' | 'endTime' | 'timeZone'>;
};

function When({ vacancy, now, narrow, past }: WhenProps) {
  const { date, startTime, endTime, timeZone } = vacancy;
  const day = dayWords(date, timeZone, now);
  // Phones show day and hours, date and time, each on one baseline, then the day line.
  const own = (classes: string) => (narrow ? undefined : classes);
  return (
    <div
      className={join(
        'grid grid-cols-[minmax(0,1fr)_auto] content-start gap-x-3 gap-y-0.5 px-4 pt-4',
        own('md:grid-cols-1 md:border-r md:border-line md:px-5 md:py-4.5'),
      )}
    >
      <div className={join('text-meta', day.isToday && !past ? 'font-semibold text-urgent' : 'font-medium text-ink-3')}>
        {day.words}
      </div>
      {/* Side by side if both fit, or else stacked. They don't wrap or overlap. */}
      <div
        className={join(
          'col-span-2 row-start-2 flex flex-wrap items-baseline justify-between gap-x-3',
          own('md:col-span-1 md:row-auto md:grid md:gap-y-0.5'),
        )}
      >
        <div className="font-semibold whitespace-nowrap text-ink">{formatDate(date)}</div>
        <div className="text-label whitespace-nowrap text-ink tabular-nums">{formatTimeRange(startTime, endTime)}</div>
      </div>
      <div className={join('col-span-2 mt-2.5 mb-0.5', own('md:col-span-1'))}>
        <ShiftLine start={startTime} end={endTime} muted={past ?? false} />
      </div>
      <div
        className={join(
          'col-start-2 row-start-1 justify-self-end text-meta text-ink-3 tabular-nums',
          own('md:col-auto md:row-auto md:justify-self-start'),
        )}
      >
        <Duration start={startTime} end={endTime} />
      </div>
    </div>
  );
}

type TimesProps = { start: string | null; end: string | null };

/** '7.0 hours', '1.3 hours (1 h 15 min)' if a tenth is too coarse, or 'TBD' for an unknown time. */
export function Duration({ start, end }: TimesProps) {
  const hours = durationHours(start, end);
  if (hours === 'TBD' || start === null || end === null) return 'TBD';
  const exact = exactDuration(start, end);
  return exact === null ? `${hours} hours` : `${hours} hours (${exact})`;
}

/** Shows the shift on the day's scale. It is empty while its times are unknown. */
export function ShiftLine({ start, end, muted = false }: TimesProps & { muted?: boolean }) {
  if (!start || !end || !isTime(start) || !isTime(end) || start >= end) return <div className="h-2" />;
  return <DayLine start={hoursOf(start)} end={hoursOf(end)} muted={muted} />;
}

function VacancyFacts({
  vacancy,
  names,
}: Pick<VacancyCardProps, 'vacancy'> & { names: NonNullable<VacancyCardProps['names']> }) {
  const reason = vacancy.isExtraHands ? extraHands : vacancy.absenceReason;
  return (
    <ul className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 text-label/5.5">
      {names.includes('school') ? <Fact icon={icons.building}>{vacancy.schoolName}</Fact> : null}
      {names.includes('teacher') ? <Fact icon={icons.person}>{vacancy.teacherName}</Fact> : null}
      {vacancy.classInWords ? <Fact icon={icons.board}>{vacancy.classInWords}</Fact> : null}
      {reason === null ? null : <Fact icon={icons.info}>{reason}</Fact>}
      {vacancy.job ? <Fact icon={icons.clock}>{vacancy.job.sentence}</Fact> : null}
      {vacancy.mayNeedChanges ? <Fact icon={icons.edit}>May need changes</Fact> : null}
      {vacancy.googleDocLink === null ? null : (
        <Fact icon={icons.document}>
          <PlansLink to={vacancy.googleDocLink}>Lesson plans</PlansLink>
        </Fact>
      )}
    </ul>
  );
}

function Fact({ icon, children }: { icon: string; children: ReactNode }) {
  return (
    <li className="flex min-w-0 items-baseline gap-1.5 wrap-anywhere">
      {/* The icon is aligned with the first line, and with a link that is taller than its text. */}
      <Icon shape={icon} size="small" className="relative top-[3px] text-ink-3" />
      {children}
    </li>
  );
}

/** Shows the link to the lesson plans, in a new tab without a referrer. */
export function PlansLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a
      href={to}
      target="_blank"
      rel="noreferrer noopener"
      className="link inline-flex min-h-6 items-center pointer-coarse:min-h-touch"
    >
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
