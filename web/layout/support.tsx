import { lazy, Suspense } from 'react';
import { IconButton } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import * as icons from '#web/ui/icons.ts';
import { Popover } from '#web/ui/popover.tsx';

const SupportAnswers = lazy(async () => ({ default: (await import('#web/layout/support-answers.tsx')).SupportAnswers }));

/** The support menu of the header. */
export function SupportMenu() {
  return (
    <Popover label="Support" renderTrigger={(attributes) => <IconButton {...attributes} label="Support" icon={icons.help} className="max-lg:hidden" />} className="w-90">
        <div className="p-3.5">
          <h2 className="mb-3">Support</h2>
          <Suspense>
            <SupportAnswers />
          </Suspense>
        </div>
    </Popover>
  );
}

/** The same where the header has no room for it. */
export function SupportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Support">
      <Suspense>
        <SupportAnswers />
      </Suspense>
    </Dialog>
  );
}
