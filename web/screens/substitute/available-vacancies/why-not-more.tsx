import { useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
import { getOwnFit } from '#contract/own-fit.ts';
import { reading } from '#web/api/reading.ts';
import { Loaded } from '#web/api/loaded.tsx';
import { overlapWords, ruleWords } from '#web/screens/substitute/available-vacancies/rule-words.ts';
import { Link } from '#web/navigation/link.tsx';
import { paths } from '#web/paths.ts';
import { counted } from '#web/words/time.ts';
import { SkeletonRows } from '#web/ui/loading.tsx';

const ownFitQuery = reading(['vacancies', 'own-fit'], getOwnFit);

/** Each rule that keeps vacancies from being offered to the reader, with its count and a link to the setting. */
export function WhyNotMore() {
  return (
    <Loaded query={useQuery(ownFitQuery)} what="the reasons" level={3} skeleton={<SkeletonRows plain />}>
      {(fit) => <Reasons {...fit} />}
    </Loaded>
  );
}

function Reasons({ open, fit, rules, excludedBy, waitingSchools, month }: ReplyOf<typeof getOwnFit>) {
  const profile = `${paths.substitute.profile}?part=schools`;
  const overlap = overlapWords(open, fit, rules);
  const lines = [
    ...rules.map(ruleWords),
    ...(waitingSchools === 0
      ? []
      : [
          {
            words: `${counted(waitingSchools, 'school')} that you chose ${waitingSchools === 1 ? 'hasn’t' : 'haven’t'} approved you yet.`,
            change: { label: 'See your schools', to: profile },
          },
        ]),
  ];
  return (
    <div className="grid gap-3 pt-1 pb-2 text-label">
      <p>
        {open === 0
          ? 'Nothing is open at your schools right now.'
          : `${fit} of ${counted(open, 'open vacancy', 'open vacancies')} at your schools ${fit === 1 ? 'fits' : 'fit'} you.`}
      </p>
      {lines.length === 0 ? null : (
        <ul className="grid gap-1">
          {lines.map(({ words, change }) => (
            <li key={words} className="flex flex-wrap items-center gap-x-3">
              <span>{words}</span>
              {change === null ? null : (
                <Link to={change.to} className="link inline-flex min-h-6 items-center pointer-coarse:min-h-touch">
                  {change.label}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
      {overlap === null ? null : <p className="text-ink-2">{overlap}</p>}
      {excludedBy.length === 0 ? null : (
        <ul className="grid gap-2">
          {excludedBy.map((school) => (
            <li key={school.name}>
              <b className="font-semibold">{school.name}:</b> This school is not offering you{' '}
              {school.isWhole ? '' : 'some '}
              jobs. <AskSchool {...school} />
            </li>
          ))}
        </ul>
      )}
      <p className="text-ink-2">
        This month: notified of {counted(month.offers, 'vacancy', 'vacancies')}, answered {month.answers}, booked on{' '}
        {counted(month.days, 'day')}.{' '}
        <Link to={profile} className="link">
          Add schools
        </Link>{' '}
        to see more.
      </p>
    </div>
  );
}

/** Writes to the front office, or calls it if it has no email address. */
function AskSchool({ name, phone, contactEmail }: ReplyOf<typeof getOwnFit>['excludedBy'][number]) {
  const to =
    contactEmail !== null
      ? `mailto:${contactEmail}?subject=${encodeURIComponent('Jobs at your school')}`
      : phone === null
        ? null
        : `tel:${phone.replaceAll(/[^\d+]/g, '')}`;
  if (to === null) return <>Ask its front office.</>;
  return (
    <a
      href={to}
      aria-label={`Ask the school, ${name}`}
      className="link inline-flex min-h-6 items-center pointer-coarse:min-h-touch"
    >
      Ask the school
    </a>
  );
}
