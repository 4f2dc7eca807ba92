import { readBellFile } from '#contract/cover-settings.ts';
import { call } from '#web/api/client.ts';
import { ImportFile } from '#web/features/imports/import-file.tsx';
import type { CoverSettings } from '#web/screens/school-admin/manage-school/cover/queries.ts';

const example =
  'Schedule,Period,Starts,Ends\r\nRegular day,1,8:00 AM,8:45 AM\r\nRegular day,2,8:50 AM,9:35 AM\r\nLate start,1,10:00 AM,10:30 AM\r\nLate start,2,10:35 AM,11:05 AM\r\n';

/** The bells of a school, as written in a file. */
export type ReadSchedules = CoverSettings['bell']['schedules'];

type ImportBellsProps = {
  onRead: (schedules: ReadSchedules) => void;
  /** Schedules of a file that was read before. */
  given?: ReadSchedules | null;
};

/** Reads bell schedules from a file and shows all its errors, or the schedules in the form before anyone saves them. */
export function ImportBells({ onRead, given = null }: ImportBellsProps) {
  return (
    <ImportFile
      name="bells"
      example={example}
      send={(csv) => call(readBellFile, { body: { csv } })}
      given={given ? { schedules: given, problems: [] } : undefined}
      onRead={({ schedules }) => {
        if (schedules.length > 0) onRead(schedules);
      }}
      describe={({ schedules }) =>
        schedules.length === 0
          ? null
          : {
              title: schedules.map(({ name }) => name).join(', '),
              text: 'Check the times, then press Save. Nothing has changed yet.',
            }
      }
    />
  );
}
