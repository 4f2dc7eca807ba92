import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type AttendedClassReply, recordAttendance } from '#contract/attendance.ts';
import type { Sent } from '#contract/endpoint.ts';
import { releaseSubstitute } from '#contract/vacancy-moves.ts';
import { changed } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { recordWords } from '#web/features/attendance/words.ts';
import { showToast } from '#web/ui/toast.ts';

type Recorded = Pick<Sent<typeof recordAttendance>['body'], 'act' | 'minutes' | 'at' | 'note'> & {
  /** Says whether to release the substitute, too, so that the class is offered again. */
  offersAgain?: boolean;
};

/** Records who came to a class. The toast shows the record, with Undo if no one was notified of it. */
export function useRecord(of: AttendedClassReply, timeZone: string, close?: () => void) {
  const queries = useQueryClient();
  const params = { id: of.vacancyId };
  const refresh = () => changed(queries, 'vacancies');
  const before = of.attendance;
  const undo = useMutation({
    mutationFn: (version: number) => call(recordAttendance, { params, body: { act: 'none', version } }),
    onSuccess: refresh,
    onError: (error) => showToast({ title: 'Error', text: sentenceOf(error), destructive: true }),
  });
  return useMutation({
    mutationFn: async ({ offersAgain, ...body }: Recorded) => {
      const saved =
        body.act === 'no_show' && before?.state === 'no_show'
          ? of
          : await call(recordAttendance, { params, body: { ...body, version: before?.version ?? 0 } });
      if (offersAgain === true) await call(releaseSubstitute, { params, body: { reason: 'Recorded as a no-show.' } });
      return saved;
    },
    onSuccess: async (saved, { offersAgain }) => {
      const name = of.substituteName ?? 'The substitute';
      const { attendance } = saved;
      const canUndo = before === null && attendance !== null && attendance.state !== 'no_show';
      showToast({
        title: attendance === null ? 'Attendance removed' : `${name}: ${recordWords(attendance, timeZone)}`,
        ...(offersAgain === true && { text: 'The class is open again. We’ll notify the other substitutes.' }),
        ...(canUndo && { action: { label: 'Undo', act: () => undo.mutate(attendance.version) } }),
      });
      close?.();
      await refresh();
    },
    onError: (error) => {
      if (close === undefined) showToast({ title: 'Error', text: sentenceOf(error), destructive: true });
      void refresh();
    },
  });
}
