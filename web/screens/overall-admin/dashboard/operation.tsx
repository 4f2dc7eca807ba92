import { Backups } from '#web/screens/overall-admin/dashboard/backups.tsx';
import { TextCodes } from '#web/screens/overall-admin/dashboard/text-codes.tsx';

/** What whoever runs FirstBell keeps an eye on: its backups, and what its text messages cost. */
export function Operation() {
  return (
    <>
      <Backups />
      <TextCodes />
    </>
  );
}
