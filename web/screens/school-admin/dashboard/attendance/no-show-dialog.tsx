import type { AttendanceReply } from '#contract/attendance.ts';
import { attendanceLimits } from '#domain/attendance.ts';
import { CallError } from '#web/api/call-error.tsx';
import { type AttendanceDialogProps, useRecord } from '#web/screens/school-admin/dashboard/attendance/use-record.ts';
import { Button } from '#web/ui/button.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';

type NoShowProps = AttendanceDialogProps & {
  /** The record as it is now. The dialog shows later changes, so the no-show may replace them. */
  saved: AttendanceReply | null;
  /** Whether the substitute can be released. Until the class ends, another one can still be found. */
  canRelease: boolean;
};

/** Asks before a no-show is recorded, because the substitute is notified. */
export function NoShowDialog({ of, saved, canRelease, title, zone, changed, onClose }: NoShowProps) {
  const record = useRecord(of, zone, onClose);
  const name = of.substituteName ?? 'The substitute';
  const isRecorded = saved?.state === 'no_show';
  const isGiving = (offersAgain: boolean) =>
    record.isPending && (record.variables.offersAgain ?? false) === offersAgain;
  const give = (offersAgain: boolean) => {
    if (!record.isPending) record.mutate({ act: 'no_show', offersAgain, version: saved?.version ?? 0, isRecorded });
  };
  return (
    <Dialog
      onClose={onClose}
      role="alertdialog"
      changed={record.isPending ? null : changed}
      title={isRecorded ? `Offer ${title} again?` : `${name} didn’t come?`}
      footer={
        <>
          <CloseButton data-autofocus="">Cancel</CloseButton>
          {isRecorded ? null : (
            <Button pending={isGiving(false)} onClick={() => give(false)}>
              Record no-show
            </Button>
          )}
          {canRelease ? (
            <Button variant="filled" pending={isGiving(true)} onClick={() => give(true)}>
              {isRecorded ? 'Offer class again' : 'Record and offer class again'}
            </Button>
          ) : null}
        </>
      }
    >
      {isRecorded ? null : (
        <p>
          We’ll notify {name}, who can answer. It counts in their record at your school for {attendanceLimits.months}{' '}
          months, and they won’t be first for this teacher’s classes.
        </p>
      )}
      {canRelease ? (
        <p>If you offer the class again, {name} is released, and we’ll notify every other substitute who is free.</p>
      ) : null}
      <CallError error={record.error} />
    </Dialog>
  );
}
