import { lazy, Suspense, useState } from 'react';
import { isNew } from '#web/features/guide/is-new.ts';
import { useSession } from '#web/features/session.ts';

const GuideCard = lazy(async () => ({ default: (await import('#web/features/guide/guide-card.tsx')).GuideCard }));

// Says nothing of anybody: this browser has seen the guide, and was told to put it away.
const key = 'firstbell-guide';

function isPutAway(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

/** The first steps, on the home of whoever is new, until they put them away; the support menu has them for good. */
export function NewHere() {
  const { joinedAt, isApproved, role } = useSession();
  const [shown, setShown] = useState(() => !isPutAway() && isNew(joinedAt, new Date()));
  // A substitute who waits reads the next steps in the panel above.
  if (!shown || !(isApproved || role === 'overall_admin')) return null;
  const putAway = () => {
    setShown(false);
    document.querySelector('h1')?.focus();
    try {
      localStorage.setItem(key, '');
    } catch {
      // Storage may be forbidden; then the guide is back with the next visit.
    }
  };
  // Its height is kept free, so that nothing moves when its file arrives; a card with a step less fills it.
  return (
    <div className="grid min-h-84 md:min-h-52 xl:min-h-38 print:hidden">
      <Suspense>
        <GuideCard onPutAway={putAway} />
      </Suspense>
    </div>
  );
}
