import { isActiveWeek, parseGeneralAvailability, type Week } from '#domain/availability.ts';
import { ContactLine } from '#web/features/managed/contact-line.tsx';
import { InvitationLine } from '#web/features/managed/invitation-line.tsx';
import { weekInWords } from '#web/screens/school-admin/manage-substitutes/week-words.ts';
import { FavoriteStar } from '#web/features/people/favorite-star.tsx';
import { ResetButtons } from '#web/features/managed/reset-second-factor.tsx';
import type { ManagedCardProps } from '#web/features/managed/managed.ts';
import { inOneLine } from '#web/words/people.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dotted } from '#web/ui/dotted.tsx';
import { PersonCard } from '#web/ui/person-card.tsx';

/** Shows a substitute of the school: subjects, availability, and how often they have covered here. */
export function ManagedSubstituteCard({ person, zone, onDetails, onAct }: ManagedCardProps) {
  const {
    fullName,
    profileImageUrl,
    preferredSubjects,
    qualifications,
    completedAssignments = 0,
    isActive = true,
  } = person;
  const week = parseGeneralAvailability(person.generalAvailability ?? null);
  // The badge already says it for the others.
  const isAvailable = !isActive || (week !== null && isActiveWeek(week));
  return (
    <PersonCard
      name={fullName}
      photo={profileImageUrl}
      badges={isActive ? <WeekBadge week={week} /> : <Badge>Inactive</Badge>}
      mark={<FavoriteStar person={person} />}
      meta={
        <>
          <p>
            <Dotted
              text={inOneLine(
                preferredSubjects ?? qualifications,
                isAvailable ? weekInWords(week) : null,
                completed(completedAssignments),
              )}
            />
          </p>
          <ContactLine person={person} onDetails={onDetails} />
        </>
      }
      actions={
        <>
          {person.can?.includes('remove') ? (
            <Button variant="plain" aria-label={`Remove ${fullName}`} onClick={() => onAct('remove', person)}>
              Remove
            </Button>
          ) : null}
          <ResetButtons person={person} onAct={onAct} />
        </>
      }
    >
      {person.invitedUntil ? (
        <div className="md:pl-14.5">
          <InvitationLine person={person} zone={zone} onAct={onAct} />
        </div>
      ) : null}
    </PersonCard>
  );
}

/** Two ways of being 'inactive' in the filter: no week saved, and one without a single day. */
function WeekBadge({ week }: { week: Week | null }) {
  if (week === null) return <Badge>No availability set</Badge>;
  return isActiveWeek(week) ? null : <Badge>Unavailable all week</Badge>;
}

function completed(times: number): string {
  return times === 1 ? '1\u00A0completed assignment' : `${times}\u00A0completed assignments`;
}
