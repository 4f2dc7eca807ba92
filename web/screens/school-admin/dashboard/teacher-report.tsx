import { useQuery } from '@tanstack/react-query';
import { exportTeacherReport } from '#contract/reports.ts';
import { formatMonth } from '#domain/time.ts';
import { printPart } from '#web/features/reports/print.ts';
import { PrintedHead } from '#web/screens/school-admin/dashboard/printed-head.tsx';
import { teacherReportQuery } from '#web/features/reports/queries.ts';
import { Awaited, CsvLink, PrintButton, Sheet } from '#web/features/reports/sheet.tsx';
import { percentWords } from '#web/features/reports/words.ts';
import { counted } from '#web/words/time.ts';
import { BarTable } from '#web/ui/bar-table.tsx';
import { CountPanel } from '#web/ui/count-panel.tsx';

/** Shows a month of absences by teacher: the number absent, their days, and the ten with the most days. */
export function TeacherReport({ month }: { month: string }) {
  const title = `Teacher Absence Report, ${formatMonth(month)}`;
  return (
    <>
      <PrintedHead title={title} />
      <Awaited query={useQuery(teacherReportQuery(month))} what="the teacher absence report">
        {(report) => (
          <>
            <CountPanel
              counts={[
                { label: 'Teachers absent', value: report.teachersAbsent },
                {
                  label: 'Percentage of staff',
                  value: percentWords(report.percentOfStaff),
                  note: `${report.teachersAbsent} of ${counted(report.staff, 'teacher')}`,
                },
                {
                  label: 'Average days per teacher',
                  value: report.averageDays === null ? '–' : report.averageDays.toFixed(1),
                  note: 'of those absent',
                },
              ]}
            />
            <Sheet
              id="top-ten"
              title="Top ten by absence days"
              actions={
                <>
                  <PrintButton onPrint={() => printPart('report', title)} />
                  <CsvLink
                    endpoint={exportTeacherReport}
                    month={report.month}
                    of={`all absent teachers in ${formatMonth(report.month)}`}
                  />
                </>
              }
            >
              {report.top.length === 0 ? (
                <p className="text-ink-3">No teacher was absent in {formatMonth(report.month)}.</p>
              ) : (
                <TopTen top={report.top} />
              )}
            </Sheet>
            <p className="text-meta text-ink-3">
              A full day counts as 1 day, a morning or an afternoon as 0.5. A date counts as at most 1, even if its
              absence was posted in parts. Hours follow the posted times. The primary reason is the one for most of the
              days.
            </p>
          </>
        )}
      </Awaited>
    </>
  );
}

type Top = { teacherId: number; name: string; days: number; hours: number; primaryReason: string }[];

function TopTen({ top }: { top: Top }) {
  const most = top[0]?.days ?? 1;
  return (
    <BarTable
      caption="Teachers by absence days"
      heads={['Teacher', 'Absence days and hours', 'Primary reason']}
      rows={top.map(({ teacherId, name, days, hours, primaryReason }, index) => ({
        key: teacherId,
        name: (
          <span className="flex">
            <span className="w-6 flex-none text-ink-3 tabular-nums">{index + 1}</span>
            <span className="font-semibold text-ink">{name}</span>
          </span>
        ),
        share: days / most,
        values: [
          <span key="days" className="block">
            {days.toFixed(1)} days
            <span className="block text-meta font-regular text-ink-3">{hours.toFixed(1)} hours</span>
          </span>,
          <span key="reason" className="inline-block w-28 text-start">
            {primaryReason}
          </span>,
        ],
      }))}
    />
  );
}
