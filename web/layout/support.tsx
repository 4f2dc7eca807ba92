import { part } from '#web/ui/part.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import * as icons from '#web/ui/icons.ts';
import { closePopoverOf, Popover } from '#web/ui/popover.tsx';

const Help = part(() => import('#web/layout/help/help.tsx'), 'Help');

/** Shows the support menu of the header. */
export function SupportMenu() {
  return (
    <Popover
      label="Support"
      renderTrigger={(attributes) => (
        <IconButton {...attributes} label="Support" icon={icons.help} className="max-lg:hidden" />
      )}
      className="max-h-[calc(100dvh-5rem)] w-100 overflow-y-auto overscroll-contain"
    >
      <div className="p-3.5">
        <h2 className="mb-3">Support</h2>
        <Help onLeave={closePopoverOf} focusSearch />
      </div>
    </Popover>
  );
}

/** Shows the support menu as a dialog, if the header has no room for it. */
export function SupportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} isPrompt onClose={onClose} title="Support">
      <Help onLeave={onClose} />
    </Dialog>
  );
}
