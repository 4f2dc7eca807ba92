import { useState } from 'react';
import { part } from '#web/ui/part.tsx';
import { Loading, SkeletonRows } from '#web/ui/loading.tsx';

const CoverSetup = part(() => import('#web/screens/school-admin/manage-school/cover/cover-setup.tsx'), 'CoverSetup', {
  fallback: <Loading when label="Loading the settings" skeleton={<SkeletonRows plain />} />,
});

/** The section is collapsed, and loads when someone opens it, because most schools never do. */
export function CoverSection() {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="card self-start p-5 max-md:p-4" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer py-0.5 text-label font-semibold text-ink pointer-coarse:py-3">
        Bell schedules, who teaches when, and rules
      </summary>
      {isOpen ? (
        <div className="pt-4">
          <CoverSetup />
        </div>
      ) : null}
    </details>
  );
}
