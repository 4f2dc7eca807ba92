import { type AttendedClassReply, recordAttendance } from '#contract/attendance.ts';
import type { Sent } from '#contract/endpoint.ts';
import { releaseSubstitute } from '#contract/vacancy-moves.ts';
import { call } from '#web/api/client.ts';
import { useCommand } from '#web/api/use-command.ts';
import { recordWords } from '#web/features/attendance/words.ts';

/** The props of a dialog about one class. It is mounted while it is open. */
export type AttendanceDialogProps = {
  /** The class when the dialog opened. */
  of: AttendedClassReply;
  title: string;
  zone: string;
  /** One sentence about the changes since then. */
  changed: string | null;
  onClose: () => void;
};

type Recorded = Pick<Sent<typeof recordAttendance>['body'], 'act' | 'minutes' | 'at' | 'note' | 'version'> & {
  /** Whether to release the substitute, too, so that the class is offered again. */
  offersAgain?: boolean;
  /** Whether this is recorded already. Then only the substitute is released. */
  isRecorded?: boolean;
};

/** Records who came to a class. The toast shows the record, with Undo if no one was notified of it. */
export function useRecord(of: AttendedClassReply, timeZone: string, close?: () => void) {
  const params = { id: of.vacancyId };
  const before = of.attendance;
  const undo = useCommand({
    send: (version: number) => call(recordAttendance, { params, body: { act: 'none', version } }),
    changes: ['vacancies'],
    failed: 'Error',
  });
  return useCommand({
    send: async ({ offersAgain, isRecorded = false, version = before?.version ?? 0, ...body }: Recorded) => {
      // If someone else has been booked since, the record isn't theirs.
      const about = { version, ...(of.substituteId !== null && { substituteId: of.substituteId }) };
      const saved = isRecorded ? of : await call(recordAttendance, { params, body: { ...body, ...about } });
      if (offersAgain === true) await call(releaseSubstitute, { params, body: { reason: 'Recorded as a no-show.' } });
      return saved;
    },
    toast: ({ attendance }, { offersAgain }) => ({
      about: of.vacancyId,
      title:
        attendance === null
          ? 'Attendance removed'
          : `${of.substituteName ?? 'The substitute'}: ${recordWords(attendance, timeZone)}`,
      ...(offersAgain === true && { text: 'The class is open again. We’ll notify the other substitutes.' }),
      ...(before === null &&
        attendance !== null &&
        attendance.state !== 'no_show' && {
          action: { label: 'Undo', act: () => undo.mutate(attendance.version) },
        }),
    }),
    ...(close !== undefined && { onDone: close }),
    changes: ['vacancies'],
    refetchesAnyway: true,
    failed: close === undefined ? 'Error' : undefined,
  });
}
