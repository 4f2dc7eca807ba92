import type { User } from '#contract/person.ts';
import { FavoriteStar } from '#web/features/people/favorite-star.tsx';
import { inOneLine } from '#web/words/people.ts';
import { PersonCard, SelectPerson } from '#web/ui/person-card.tsx';

type SubstituteCardProps = { person: User; selected: boolean; onSelect: (selected: boolean) => void };

/** An approved substitute with the facts a teacher chooses by, and a checkbox for messages. */
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
      {bio || email || phone ? (
        <div className="grid gap-1 text-label/5.25 wrap-anywhere md:pl-26">
          {bio ? <p className="max-w-[70ch] whitespace-pre-line">{bio}</p> : null}
          <p className="flex flex-wrap gap-x-4 text-meta empty:hidden">
            {phone ? (
              <a href={`tel:${phone}`} className="link inline-flex min-h-6 items-center pointer-coarse:min-h-touch">
                {phone}
              </a>
            ) : null}
            {email ? (
              <a href={`mailto:${email}`} className="link inline-flex min-h-6 items-center pointer-coarse:min-h-touch">
                {email}
              </a>
            ) : null}
          </p>
        </div>
      ) : null}
    </PersonCard>
  );
}

function timesHere(times: number): string {
  if (times === 0) return 'has not taught here yet';
  return `taught here ${times === 1 ? 'once' : `${times} times`}`;
}
