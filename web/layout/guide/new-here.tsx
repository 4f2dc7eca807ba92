import { useState } from 'react';
import { part } from '#web/ui/part.tsx';
import { focusHeading } from '#web/ui/focus-heading.ts';
import { isGuided, putAway } from '#web/layout/guide/put-away.ts';
import { useSession } from '#web/session/session.ts';
import { join } from '#web/ui/join.ts';

const GuideCard = part(() => import('#web/layout/guide/guide-card.tsx'), 'GuideCard');

/** Shows the first steps on a new user's home, until they hide them. The support menu always has them. */
export function NewHere() {
  const { joinedAt, isApproved, role, schools } = useSession();
  const [shown, setShown] = useState(() => isGuided(joinedAt));
  // An unapproved substitute has the next steps in the panel above.
  if (!shown || !(isApproved || role === 'overall_admin')) return null;
  // Without a school, an admin has nothing to set up yet.
  if (role === 'school_admin' && schools.length === 0) return null;
  const onPutAway = () => {
    setShown(false);
    focusHeading();
    putAway();
  };
  // Reserves its height, so nothing moves when its file loads: a button that moves under a finger loses the tap.
  return (
    <div
      className={join(
        'grid print:hidden',
        role === 'school_admin' ? 'min-h-99 md:min-h-70 xl:min-h-56' : 'md:min-h-60 xl:min-h-45',
        role === 'substitute' && 'min-h-89 max-[23rem]:min-h-104',
        role === 'teacher' && 'min-h-85 max-[22rem]:min-h-90',
        role === 'overall_admin' && 'min-h-74 max-[22rem]:min-h-90',
      )}
    >
      <GuideCard onPutAway={onPutAway} />
    </div>
  );
}
