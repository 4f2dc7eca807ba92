import { useQuery } from '@tanstack/react-query';
import type { School } from '#contract/schools.ts';
import { chosenSchoolsQuery } from '#web/features/schools/offered.ts';
import { useSession } from '#web/session/session.ts';
import { ownSchoolQuery } from '#web/features/vacancies/post/absence-queries.ts';
import { version } from '#web/product.ts';
import { join } from '#web/ui/join.ts';

/** Up to this many schools, their contact data stays in view while the answers scroll, if the window is large. */
const few = 3;

/** Shows the front office's contact data, as its administrators entered it, for each of the user's schools. */
export function Office() {
  const { role, schoolId } = useSession();
  const own = useQuery({ ...ownSchoolQuery(schoolId ?? 0), enabled: role !== 'substitute' && schoolId !== null });
  const chosen = useQuery({ ...chosenSchoolsQuery, enabled: role === 'substitute' });
  const schools = role === 'substitute' ? (chosen.data ?? []) : own.data ? [own.data] : [];
  return (
    <section
      aria-labelledby="help-office"
      className={join(
        'grid gap-2 border-t border-line pt-3',
        schools.length <= few && 'lg:[@media(height>=40rem)]:sticky lg:bottom-0 lg:-mb-3.5 lg:bg-surface lg:pb-3.5',
      )}
    >
      <h3 id="help-office" className="text-label">
        Something else?
      </h3>
      {schools.map((school) => (
        <Reach key={school.id} school={school} />
      ))}
      <p className="text-meta text-ink-3">
        {role === 'overall_admin' || role === 'school_admin'
          ? 'The person who runs this installation can help. Tell them the version:'
          : schools.length === 0
            ? "Ask your school's front office. They may ask for the version:"
            : 'The front office can help. They may ask for the version:'}{' '}
        {version}.
      </p>
    </section>
  );
}

function Reach({ school: { name, phone, contactEmail, address, city } }: { school: School }) {
  const link = 'link inline-flex min-h-6 items-center wrap-anywhere pointer-coarse:min-h-touch';
  return (
    <address className="grid not-italic">
      <b className="font-semibold text-ink">{name}</b>
      {phone ? (
        <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} className={link}>
          {phone}
        </a>
      ) : null}
      {contactEmail ? (
        <a href={`mailto:${contactEmail}`} className={link}>
          {contactEmail}
        </a>
      ) : null}
      {address ? <span className="wrap-anywhere">{[address, city].filter(Boolean).join(', ')}</span> : null}
    </address>
  );
}
