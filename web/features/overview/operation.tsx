import { Backups } from '#web/features/overview/backups.tsx';
import { TextCodes } from '#web/features/overview/text-codes.tsx';

/** What whoever runs FirstBell keeps an eye on: its backups, and what its text messages cost. */
export function Operation() {
  return (
    <>
      <Backups />
      <TextCodes />
    </>
  );
}
