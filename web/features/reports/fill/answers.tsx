import { HowCounted } from '#web/features/reports/fill/how-counted.tsx';
import type { ReactNode } from 'react';
import type { FillReport } from '#web/features/reports/fill/queries.ts';
import { AsTable, Sheet } from '#web/features/reports/sheet.tsx';
import { fewNotified } from '#web/features/reports/words.ts';
import { LineChart } from '#web/ui/line-chart.tsx';
import { Table } from '#web/ui/table.tsx';

type AnswersProps = { answers: FillReport['answers']; actions: ReactNode };

/** Shows how fast the people who were notified opened a vacancy and answered. */
export function Answers({ answers: { notified, isTooEarly, points }, actions }: AnswersProps) {
  const percent = (count: number) => Math.round((count / notified) * 1000) / 10;
  return (
    <Sheet id="fill-answers" title="How fast substitutes answer" actions={actions}>
      {isTooEarly ? (
        <p className="text-ink-3">Too early to tell: {fewNotified(notified)}.</p>
      ) : (
        <>
          <LineChart
            points={points.map(({ minutes, answered }) => ({
              key: String(minutes),
              tick: tickOf(minutes),
              value: percent(answered),
              title: `${percent(answered)}% had answered after ${within(minutes)}`,
            }))}
          />
          <AsTable of="how fast substitutes answer">
            <Table
              caption={`${notified} people notified`}
              rows={points}
              keyOf={({ minutes }) => minutes}
              columns={[
                { head: 'Within', phone: 'title', renderCell: ({ minutes }) => within(minutes) },
                { head: 'Opened it', phone: 'labeled', end: true, renderCell: ({ saw }) => `${percent(saw)}%` },
                { head: 'Answered', phone: 'corner', end: true, renderCell: ({ answered }) => `${percent(answered)}%` },
                {
                  head: 'Requested',
                  phone: 'labeled',
                  end: true,
                  renderCell: ({ requested }) => `${percent(requested)}%`,
                },
              ]}
            />
          </AsTable>
        </>
      )}
      <HowCounted of="how fast substitutes answer">
        Of the people notified of the latest 100 classes, the share who had requested or declined within each time after
        their first notification. The file lists each offer that went out in waves, with its reasons and answer.
      </HowCounted>
    </Sheet>
  );
}

function within(minutes: number): string {
  if (minutes < 60) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return minutes === 60 ? '1 hour' : `${minutes / 60} hours`;
}

function tickOf(minutes: number): string {
  return minutes < 60 ? `${minutes} min` : `${minutes / 60} h`;
}
