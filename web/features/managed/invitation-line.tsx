import { useState } from 'react';
import type { User } from '#contract/person.ts';
import type { OnManage } from '#web/features/managed/managed.ts';
import { dayOf } from '#web/words/people.ts';
import { Badge } from '#web/ui/badge.tsx';

/** Says that an invited person hasn't signed in yet, and offers to invite them again. */
export function InvitationLine({ person, zone, onAct }: { person: User; zone: string | undefined; onAct: OnManage }) {
  const [openedAt] = useState(() => new Date());
  const { invitedUntil, fullName } = person;
  if (!invitedUntil) return null;
  const isOver = new Date(invitedUntil) <= openedAt;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-meta">
      <Badge tone="pending">Not signed in yet</Badge>
      <span>
        {isOver ? 'The invitation expired on' : 'Invited until'} {dayOf(invitedUntil, zone)}.
      </span>
      {person.can?.includes('invite') ? (
        <button
          type="button"
          aria-label={`Send a new invitation to ${fullName}`}
          onClick={() => onAct('invite', person)}
          className="link min-h-6 font-medium pointer-coarse:min-h-touch"
        >
          Send a new invitation
        </button>
      ) : null}
    </div>
  );
}
