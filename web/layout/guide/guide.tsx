import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { noticeSettingsQuery } from '#web/features/notices/notice-settings.ts';
import { overviewQuery } from '#web/features/overview/overview.ts';
import { peopleQuery } from '#web/features/people/people.ts';
import { dashboardQuery } from '#web/features/reports/queries.ts';
import { ownSchoolQuery } from '#web/features/vacancies/post/absence-queries.ts';
import { vacanciesQuery, vacancyCountsQuery } from '#web/features/vacancies/queries.ts';
import { guideSteps, type Facts } from '#web/layout/guide/steps.ts';
import { useProfile } from '#web/session/profile.ts';
import { useSession } from '#web/session/session.ts';
import { Link } from '#web/navigation/link.tsx';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { join } from '#web/ui/join.ts';

/** The ring around a step's number: done, to do, or unknown. */
const rings: Record<string, string> = {
  true: 'border-accent bg-accent text-on-accent',
  false: 'border-accent bg-surface text-accent-ink',
  undefined: 'border-line-control bg-surface text-ink-3',
};

type GuideProps = {
  /** Side by side if there is room: on the home screen, but not in the help. */
  wide?: boolean;
  /** Called when a person follows a step. */
  onLeave?: (from: Element) => void;
};

/** Shows the first steps of the user's role, each checked once the data says that it is done. */
export function Guide({ wide = false, onLeave }: GuideProps) {
  const { role } = useSession();
  const steps = guideSteps(role, useGuideFacts());
  const isKnown = steps.every(({ done }) => done !== undefined);
  const left = steps.filter(({ done }) => done !== true).length;
  return (
    <>
      <p className="text-label">
        {!isKnown
          ? '\u00A0'
          : left === 0
            ? 'You’re all set.'
            : left === 1
              ? 'One step is left.'
              : `${left} of ${steps.length} steps are left.`}
      </p>
      <ol
        className={join(
          // In the card, whose height is reserved for the longest texts, the steps are in the middle of what is left.
          'mt-2 grid flex-1 content-center gap-x-6',
          wide && (steps.length === 4 ? 'md:grid-cols-2 xl:grid-cols-4' : 'md:grid-cols-3'),
        )}
      >
        {steps.map(({ title, text, to, done }, at) => (
          <li key={title}>
            <Link
              to={to}
              onClick={(event) => onLeave?.(event.currentTarget)}
              className="-mx-2 flex min-h-touch gap-3 rounded-control px-2 py-2 text-label/[1.3125rem] no-underline hover:bg-subtle"
            >
              <span
                className={join(
                  'grid size-7 flex-none place-items-center rounded-pill border-[1.5px] text-meta font-semibold',
                  rings[String(done)],
                )}
              >
                {done ? <Icon shape={icons.check} size="small" /> : <span aria-hidden="true">{at + 1}</span>}
              </span>
              <span className="min-w-0">
                <b className={join('block font-semibold', done === false ? 'text-accent-ink' : 'text-ink')}>
                  {title}
                  {done ? <span className="sr-only"> (done)</span> : null}
                </b>
                <span className="text-ink-3">{text}</span>
              </span>
              {/* Its place is reserved, so once the facts are known, no text rewraps and nothing below moves. */}
              <Icon
                shape={icons.chevronRight}
                size="small"
                className={join('mt-1.5 ml-auto text-ink-3 md:hidden', done === false ? null : 'invisible')}
              />
            </Link>
          </li>
        ))}
      </ol>
    </>
  );
}

/** Returns the user's progress, derived from their data. Facts that can't be loaded stay unknown. */
function useGuideFacts(): Facts {
  const { role, schools, schoolId, secondFactor } = useSession();
  const is = (...roles: (typeof role)[]) => ({ enabled: roles.includes(role) });
  const profile = useProfile().data;
  const settings = useQuery({ ...noticeSettingsQuery, ...is('teacher', 'substitute') }).data;
  const own = useInfiniteQuery({ ...vacanciesQuery({ mine: true, limit: 1 }), ...is('substitute') }).data;
  const counts = useQuery({ ...vacancyCountsQuery, ...is('teacher') }).data;
  const school = useQuery({
    ...ownSchoolQuery(schoolId ?? 0),
    enabled: role === 'school_admin' && schoolId !== null,
  }).data;
  const dashboard = useQuery({ ...dashboardQuery, ...is('school_admin') }).data;
  const overview = useQuery({ ...overviewQuery, ...is('overall_admin') }).data;
  const administrators = useInfiniteQuery({ ...peopleQuery('school_admin', 'approved'), ...is('overall_admin') }).data;
  return {
    hasSchool: schools.length > 0,
    hasWeek: profile && typeof profile.generalAvailability === 'string',
    hasPhone: profile && Boolean(profile.phone),
    getsTexts: settings && settings.smsNumber !== null,
    hasAsked: own && (own.pages[0]?.rows.length ?? 0) > 0,
    hasPosted: counts && counts.total > 0,
    officeCanBeReached: school && Boolean(school.phone) && Boolean(school.contactEmail),
    hasTeachers: dashboard && dashboard.approvedTeachers > 0,
    hasSubstitutes: dashboard && dashboard.approvedSubstitutes > 0,
    hasSecondFactor: secondFactor === 'on',
    hasSchools: overview && overview.totalSchools > 0,
    hasAdministrators: administrators && (administrators.pages[0]?.rows.length ?? 0) > 0,
  };
}
