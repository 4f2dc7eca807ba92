import { useState } from 'react';
import { Chapter, Specimen } from '#web/gallery/specimen.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Drawer } from '#web/ui/drawer.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { MoreMenu } from '#web/ui/more-menu.tsx';
import { MenuDivider, MenuItem } from '#web/ui/popover.tsx';
import { showToast } from '#web/ui/toast.ts';

type Open = 'dialog' | 'wide' | 'confirm' | 'school' | 'drawer' | null;

export function Layers() {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <Chapter title="Layers">
      <Specimen name="Dialogs and drawer">
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setOpen('dialog')}>Dialog</Button>
          <Button onClick={() => setOpen('wide')}>Wide dialog</Button>
          <Button onClick={() => setOpen('confirm')}>Confirm</Button>
          <Button onClick={() => setOpen('school')}>Confirm by name</Button>
          <Button onClick={() => setOpen('drawer')}>Drawer</Button>
        </div>
        <Dialog
          open={open === 'dialog' || open === 'wide'}
          wide={open === 'wide'}
          onClose={close}
          title="Request Assignment"
          subtitle="Grade 2 classroom"
          footer={
            <>
              <Button onClick={close}>Cancel</Button>
              <Button
                variant="filled"
                pendingText="Submitting..."
                onClick={() =>
                  showToast({ title: 'Success', text: 'Request submitted successfully. Awaiting teacher approval.' })
                }
              >
                Request Position
              </Button>
            </>
          }
        >
          <Field label="Message" optional>
            <Textarea placeholder="For example: I can be there by 7:40." />
          </Field>
        </Dialog>
        <ConfirmDialog
          open={open === 'confirm'}
          onClose={close}
          onConfirm={close}
          title="Delete Grade 2 classroom?"
          confirmLabel="Delete"
          danger
        >
          Are you sure you want to delete this vacancy?
        </ConfirmDialog>
        <ConfirmDialog
          open={open === 'school'}
          onClose={close}
          onConfirm={() => undefined}
          title="Delete Old Mill School?"
          confirmLabel="Delete"
          danger
          typeToConfirm="Old Mill School"
          failure="The school could not be deleted."
        >
          Its teachers, vacancies and history will be deleted, too.
        </ConfirmDialog>
        <Drawer open={open === 'drawer'} onClose={close} label="Menu">
          <div className="p-4">
            <Button onClick={close}>Close menu</Button>
          </div>
        </Drawer>
      </Specimen>
      <Specimen name="Menu and toasts">
        <div className="flex flex-wrap gap-2">
          <MoreMenu of="this class">
            <MenuItem>Edit</MenuItem>
            <MenuDivider />
            <MenuItem>Cancel assignment</MenuItem>
          </MoreMenu>
          <Button
            onClick={() =>
              showToast({
                title: 'Declined',
                text: 'It won’t be offered to you again.',
                action: { label: 'Undo', act: () => showToast({ title: 'Back again' }) },
              })
            }
          >
            Toast with Undo
          </Button>
          <Button
            onClick={() =>
              showToast({ title: 'Failed to update', text: 'Failed to save general availability', destructive: true })
            }
          >
            Destructive toast
          </Button>
        </div>
      </Specimen>
    </Chapter>
  );
}
