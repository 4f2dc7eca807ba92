import { useState } from 'react';
import { useLayer } from '#web/navigation/use-layer.ts';
import { part } from '#web/ui/part.tsx';
import { Loading, SkeletonRows } from '#web/ui/loading.tsx';

const CoverSetup = part(() => import('#web/screens/school-admin/manage-school/cover/cover-setup.tsx'), 'CoverSetup', {
  fallback: <Loading when label="Loading the settings" skeleton={<SkeletonRows plain />} />,
});

/**
 * The section is collapsed, and loads when someone opens it, because most schools never do. A reload opens it for its
 * form.
 */
export function CoverSection() {
  const form = useLayer('cover').open;
  const [isOpen, setOpen] = useState(form !== null);
  return (
    <details
      open={isOpen}
      className="card self-start p-5 max-md:p-4"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
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
