import { Backups } from '#web/screens/overall-admin/dashboard/backups.tsx';
import { TextCodes } from '#web/screens/overall-admin/dashboard/text-codes.tsx';

/** What the operator of FirstBell monitors: backups, and the cost of text messages. */
export function Operation() {
  return (
    <>
      <Backups />
      <TextCodes />
    </>
  );
}
