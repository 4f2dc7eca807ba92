import { useEffect, useRef } from 'react';
import { sending } from '#web/api/sending.ts';
import { useLayer } from '#web/navigation/use-layer.ts';
import { useRemoveFile } from '#web/screens/shared/profile/save-profile.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** The layer that asks before each of the two is removed. */
export const removing = { photo: 'remove-photo', resume: 'remove-resume' } as const;

/** The control that uploads another one. */
const uploads = { photo: 'field-profileImage', resume: 'field-resume' };

const consequences = {
  photo: 'Your initials will appear instead. You can upload another photo at any time.',
  resume: 'Schools can’t read it anymore. You can upload another resume at any time.',
};

/**
 * Asks before the saved photo or resume is removed. It is rendered outside of the profile's form, because forms can't
 * be nested.
 */
export function RemoveFileDialog({ kind, isThere }: { kind: keyof typeof removing; isThere: boolean }) {
  const remove = useRemoveFile(kind);
  const layer = useLayer();
  const isOpen = layer.open === removing[kind];
  const wasThere = useRef(isThere);
  // The button that opened the question disappears with the file.
  useEffect(() => {
    if (wasThere.current && !isThere && isOpen) document.getElementById(uploads[kind])?.focus();
    wasThere.current = isThere;
  }, [isThere, kind, isOpen]);
  return (
    <ConfirmDialog
      open={isOpen && isThere}
      onClose={layer.close}
      onConfirm={() => remove.mutate(undefined, { onSuccess: layer.close })}
      title={`Remove your ${kind}?`}
      confirmLabel="Remove"
      {...sending(remove, 'Removing...')}
      danger
    >
      {consequences[kind]}
    </ConfirmDialog>
  );
}
