import { useState } from 'react';
import type { User } from '#contract/person.ts';
import { ContactLinks } from '#web/features/people/contact-links.tsx';
import { FavoriteStar } from '#web/features/people/favorite-star.tsx';
import { inOneLine } from '#web/words/people.ts';
import { part } from '#web/ui/part.tsx';
import { PersonCard, SelectPerson } from '#web/ui/person-card.tsx';

const Exclusions = part(() => import('#web/features/person/exclusions.tsx'), 'Exclusions');

type SubstituteCardProps = { person: User; selected: boolean; onSelect: (selected: boolean) => void };

/** Shows an approved substitute with the facts by which a teacher chooses, and a checkbox for messages. */
export function SubstituteCard({ person, selected, onSelect }: SubstituteCardProps) {
  const {
    fullName,
    profileImageUrl,
    qualifications,
    preferredSubjects,
    completedAssignments = 0,
    bio,
    email,
    phone,
  } = person;
  return (
    <PersonCard
      name={fullName}
      photo={profileImageUrl}
      lead={<SelectPerson name={fullName} selected={selected} onSelect={onSelect} />}
      mark={<FavoriteStar person={person} />}
      meta={inOneLine(qualifications, preferredSubjects, timesHere(completedAssignments))}
    >
      <div className="grid gap-1 empty:hidden md:pl-26">
        {bio || email || phone ? (
          <div className="grid gap-1 text-label/5.25 wrap-anywhere">
            {bio ? <p className="max-w-[70ch] whitespace-pre-line">{bio}</p> : null}
            <p className="flex flex-wrap gap-x-4 text-meta empty:hidden">
              <ContactLinks person={person} />
            </p>
          </div>
        ) : null}
        <More person={person} />
      </div>
    </PersonCard>
  );
}

/** Rarely needed, so it is collapsed, and its file loads when someone opens it. */
function More({ person: { id, fullName } }: { person: User }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)} className="print:hidden">
      <summary className="link w-fit min-h-6 cursor-pointer text-meta pointer-coarse:min-h-touch pointer-coarse:py-2.5">
        More<span className="sr-only"> about {fullName}</span>
      </summary>
      {isOpen ? <Exclusions id={id} name={fullName} /> : null}
    </details>
  );
}

function timesHere(times: number): string {
  if (times === 0) return 'has not taught here yet';
  return `taught here ${times === 1 ? 'once' : `${times} times`}`;
}
