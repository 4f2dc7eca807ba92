import type { ReactNode } from 'react';
import type { Vacancy } from '#contract/vacancies.ts';
import { ContactLinks } from '#web/features/people/contact-links.tsx';
import { inOneLine } from '#web/words/people.ts';
import { ago, counted } from '#web/words/time.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Dotted } from '#web/ui/dotted.tsx';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';

type Covering = NonNullable<Vacancy['requester']>;

/**
 * Shows the requesting substitute, how long ago they requested it, and their record. `onRetry` refetches what failed.
 */
export function WhoAsks({ vacancy, now, onRetry }: { vacancy: Vacancy; now: Date; onRetry: () => void }) {
  if (vacancy.requestedById === null) return <Tint mark={icons.person}>No substitute requested</Tint>;
  if (vacancy.requester === null) {
    return (
      <Tint mark={icons.alert}>
        Unable to load substitute information
        <button type="button" onClick={onRetry} className="link block min-h-6 text-meta pointer-coarse:min-h-touch">
          Try again
        </button>
      </Tint>
    );
  }
  const asked = vacancy.requestedAt === null ? null : `Requested ${ago(vacancy.requestedAt, now)}`;
  return <PersonTint person={vacancy.requester} lines={[asked, timesHere(vacancy.requester)]} />;
}

/** Shows the substitute of a filled vacancy, and how to reach them. */
export function WhoCovers({ vacancy }: { vacancy: Vacancy }) {
  if (vacancy.substitute === null) return <Tint mark={icons.alert}>Unable to load substitute information</Tint>;
  const { phone, email } = vacancy.substitute;
  return (
    <PersonTint
      person={vacancy.substitute}
      lines={[vacancy.confirmed === false ? 'Not confirmed yet' : null, timesHere(vacancy.substitute)]}
    >
      {phone === null && email === null ? null : (
        <span className="flex flex-wrap gap-x-4 text-meta wrap-anywhere">
          <ContactLinks person={vacancy.substitute} />
        </span>
      )}
    </PersonTint>
  );
}

/** The reader belongs to the vacancy's school, so 'here' is that school. */
function timesHere({ timesHere: times }: Covering): string {
  return times === 0 ? 'First time here' : `Has covered here ${counted(times, 'time').replace(' ', '\u00A0')}`;
}

type PersonTintProps = { person: Covering; lines: readonly (string | null)[]; children?: ReactNode };

function PersonTint({ person, lines, children }: PersonTintProps) {
  return (
    <div className="flex max-w-[64ch] items-start in-[dialog]:max-w-none gap-2.5 rounded-control bg-subtle py-2 pr-3 pl-2 text-label">
      <Avatar name={person.fullName} photo={person.profileImageUrl} />
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold text-ink">{person.fullName}</p>
        <p className="text-meta text-ink-3">
          <Dotted text={inOneLine(...lines)} />
        </p>
        {person.qualifications === null ? null : <p className="text-meta text-ink-2">{person.qualifications}</p>}
        {person.preferredSubjects === null ? null : <p className="text-meta text-ink-2">{person.preferredSubjects}</p>}
        {person.resumeUrl === null ? null : (
          <a
            href={person.resumeUrl}
            target="_blank"
            rel="noreferrer"
            className="link inline-flex min-h-6 items-center text-meta pointer-coarse:min-h-touch"
          >
            Resume
            <span className="sr-only"> of {person.fullName} (opens in a new tab)</span>
          </a>
        )}
        {children}
      </div>
    </div>
  );
}

function Tint({ mark, children }: { mark: string; children: ReactNode }) {
  return (
    <div className="flex w-fit max-w-full items-center gap-2.5 rounded-control bg-subtle py-2 pr-3 pl-2 text-label">
      <span className="grid size-8 flex-none place-items-center text-ink-3">
        <Icon shape={mark} />
      </span>
      <div>{children}</div>
    </div>
  );
}
