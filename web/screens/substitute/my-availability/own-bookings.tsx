import { useInfiniteQuery } from '@tanstack/react-query';
import type { Vacancy } from '#contract/vacancies.ts';
import type { Week } from '#domain/availability.ts';
import { formatDate, formatTimeRange, weekdayOf } from '#domain/time.ts';
import { rowsOf, vacanciesQuery } from '#web/features/vacancies/queries.ts';
import { Link } from '#web/navigation/link.tsx';
import { paths } from '#web/paths.ts';
import { Banner } from '#web/ui/banner.tsx';
import { counted } from '#web/words/time.ts';

const ownUpcoming = vacanciesQuery({ mine: true, upcoming: true });
/** The maximum number of classes that a banner names. */
const named = 3;

/** Returns the substitute's assignments and requests from today on. */
function useOwnUpcoming(): { booked: readonly Vacancy[]; requested: readonly Vacancy[] } {
  const own = rowsOf(useInfiniteQuery(ownUpcoming).data);
  return {
    booked: own.filter(({ status }) => status === 'filled'),
    requested: own.filter(({ status }) => status === 'pending_approval'),
  };
}

/** Names the assignments and requests on dates that are being marked unavailable, and says that they stay. */
export function StaysThatDay({ from, to }: { from: string; to: string }) {
  const own = useOwnUpcoming();
  const booked = own.booked.filter(({ date }) => from <= date && date <= to);
  const requested = own.requested.filter(({ date }) => from <= date && date <= to);
  const when = from === to ? 'that day' : 'on these days';
  return (
    <>
      {booked.length === 0 ? null : (
        <Banner tone="pending" live title={`You’re booked ${when}`}>
          <Classes vacancies={booked} withDate={from !== to} />
          Marking {from === to ? 'the day' : 'the days'} unavailable doesn’t cancel{' '}
          {booked.length === 1 ? 'it' : 'them'}. If you can’t come, cancel in <ToAssignments />.
        </Banner>
      )}
      {requested.length === 0 ? null : (
        <Banner tone="pending" live title={`You requested ${counted(requested.length, 'class', 'classes')} ${when}`}>
          <Classes vacancies={requested} withDate={from !== to} />
          {requested.length === 1 ? 'The request stays' : 'The requests stay'} until you withdraw{' '}
          {requested.length === 1 ? 'it' : 'them'} in <ToAssignments />.
        </Banner>
      )}
    </>
  );
}

type Weeks = { before: Week | null; after: Week };

/** Returns the assignments on weekdays that become unavailable. */
function useAffected({ before, after }: Weeks): readonly Vacancy[] {
  return useOwnUpcoming().booked.filter(({ date }) => {
    const day = weekdayOf(date);
    return after[day] === 'unavailable' && before?.[day] !== 'unavailable';
  });
}

/** Says next to Save that there are such assignments: on a phone, the banner is below the screen. */
export function BookedInWeek(weeks: Weeks) {
  const { length } = useAffected(weeks);
  return length === 0 ? null : (
    <p>You’re booked for {counted(length, 'class', 'classes')} on days you’re marking unavailable.</p>
  );
}

/** Like `StaysThatDay`, for weekdays that become unavailable. */
export function StaysInWeek(weeks: Weeks) {
  const affected = useAffected(weeks);
  if (affected.length === 0) return null;
  return (
    <Banner tone="pending" live title="You’re booked on days that you mark unavailable">
      <Classes vacancies={affected} withDate />
      Saving doesn’t cancel {affected.length === 1 ? 'it' : 'them'}. If you can’t come, cancel in <ToAssignments />.
    </Banner>
  );
}

function Classes({ vacancies, withDate = false }: { vacancies: readonly Vacancy[]; withDate?: boolean }) {
  return (
    <ul>
      {vacancies.slice(0, named).map(({ id, description, schoolName, date, startTime, endTime }) => (
        <li key={id}>
          {withDate ? `${formatDate(date)}: ` : ''}
          {description} at {schoolName}, {formatTimeRange(startTime, endTime)}
        </li>
      ))}
      {vacancies.length > named ? <li>and {vacancies.length - named} more</li> : null}
    </ul>
  );
}

function ToAssignments() {
  return (
    <Link to={paths.substitute.myAssignments} className="link">
      My Assignments
    </Link>
  );
}
