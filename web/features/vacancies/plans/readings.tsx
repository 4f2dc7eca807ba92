import type { PlanReading } from '#contract/plans.ts';
import { formatDate, formatTime, localDate, localTime } from '#domain/time.ts';

/** Shows the people who opened plans, and when, collapsed. Renders nothing if no one did. */
export function Readings({ readings, timeZone }: { readings: readonly PlanReading[]; timeZone: string }) {
  if (readings.length === 0) return null;
  return (
    <details>
      <summary className="min-h-touch cursor-pointer py-2.5 text-meta font-medium text-ink-2">
        Opened {readings.length === 1 ? 'once' : `${readings.length} times`}
      </summary>
      <ul className="grid gap-1 text-meta text-ink-2">
        {readings.map((reading) => (
          <li key={reading.id}>{inWords(reading, timeZone)}</li>
        ))}
      </ul>
    </details>
  );
}

/** Returns 'Daniel Whitman opened the plans, November 23, 2026, 7:15 AM'. */
function inWords({ by, at, what, file }: PlanReading, timeZone: string): string {
  const when = new Date(at);
  return `${by ?? 'Someone with a deleted account'} opened ${opened(what, file)}, ${formatDate(localDate(when, timeZone))}, ${formatTime(localTime(when, timeZone))}`;
}

function opened(what: PlanReading['what'], file: string | null): string {
  switch (what) {
    case 'plans':
      return 'the plans';
    case 'student_details':
      return 'the student details';
    case 'file':
      return file ?? 'a file that was deleted since';
  }
}
