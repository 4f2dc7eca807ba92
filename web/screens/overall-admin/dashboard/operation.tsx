import { Backups } from '#web/screens/overall-admin/dashboard/backups.tsx';
import { TextCodes } from '#web/screens/overall-admin/dashboard/text-codes.tsx';

/** Monitoring for the operator of FirstBell: backups, and the cost of text messages. */
export function Operation() {
  return (
    <>
      <Backups />
      <TextCodes />
    </>
  );
}
