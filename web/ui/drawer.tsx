import type { ReactNode } from 'react';
import { Modal } from '#web/ui/modal.tsx';

type DrawerProps = { open: boolean; onClose: () => void; label: string; children: ReactNode };

/** Shows a panel that slides in from the left, at most the viewport width less 56 px. Back closes it. */
export function Drawer({ open, onClose, label, children }: DrawerProps) {
  return (
    <Modal open={open} onClose={onClose} isPrompt label={label} className="drawer flex-col">
      {children}
    </Modal>
  );
}
