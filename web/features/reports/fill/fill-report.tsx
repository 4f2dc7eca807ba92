import { HowCounted } from '#web/features/reports/fill/how-counted.tsx';
import { useQuery } from '@tanstack/react-query';
import { exportFillReport } from '#contract/fill-report.ts';
import type { FillTable } from '#domain/fill-report.ts';
import { leadTimeNames } from '#domain/report.ts';
import { formatDate } from '#domain/time.ts';
import { Answers } from '#web/features/reports/fill/answers.tsx';
import { rangeWords, RateSheet, rateWords, WeekdayRates } from '#web/features/reports/fill/rate-sheets.tsx';
import { Unfilled } from '#web/features/reports/fill/unfilled.tsx';
import { type Days, type FillReport as Report, fillReportQuery } from '#web/features/reports/fill/queries.ts';
import { Awaited, CsvOf, PrintButton } from '#web/features/reports/sheet.tsx';
import { printPart } from '#web/features/reports/print.ts';
import { shortly } from '#web/features/reports/words.ts';
import { CountPanel } from '#web/ui/count-panel.tsx';

/** Shows how well the classes of a school were filled: for its administrators, and the platform owner. */
export function FillReport({ schoolId, days }: { schoolId: number; days: Days }) {
  return (
    <Awaited query={useQuery(fillReportQuery(schoolId, days))} what="the fill report">
      {(report) => <Sheets schoolId={schoolId} report={report} />}
    </Awaited>
  );
}

function Sheets({ schoolId, report }: { schoolId: number; report: Report }) {
  const fileOf = (table: FillTable) =>
    `${exportFillReport.path.replace(':id', String(schoolId))}?from=${report.from}&to=${report.to}&table=${table}`;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-ink-2">
          {report.schoolName}, <span className="whitespace-nowrap">{formatDate(report.from)}</span> to{' '}
          <span className="whitespace-nowrap">{formatDate(report.to)}</span>
        </p>
        <div className="flex flex-wrap gap-2 print:hidden">
          <PrintButton onPrint={() => printPart('more', `Fill report ${report.from} to ${report.to}`)} />
          <CsvOf address={fileOf('rates')} of="fill rates" />
        </div>
      </div>
      {report.all.total === 0 ? (
        <p className="card p-5 text-ink-3">There were no classes to fill on these days.</p>
      ) : (
        <>
          <Headline report={report} />
          <div className="grid gap-3 md:grid-cols-2 print:grid-cols-2">
            <RateSheet
              id="fill-lead-times"
              title="Fill rate by lead time"
              rows={report.leadTimes.map(({ leadTime, ...rate }) => ({
                key: leadTime,
                name: leadTimeNames[leadTime],
                ...rate,
              }))}
            >
              The lead time is the number of days from posting to the class, by the school’s calendar.
            </RateSheet>
            <WeekdayRates weekdays={report.weekdays} />
          </div>
          <Answers answers={report.answers} actions={<CsvOf address={fileOf('offers')} of="all offers" />} />
          <Unfilled report={report} actions={<CsvOf address={fileOf('unfilled')} of="unfilled classes" />} />
        </>
      )}
    </>
  );
}

function Headline({ report: { all, timeToFill, messages } }: { report: Report }) {
  return (
    <div>
      <CountPanel
        counts={[
          {
            label: 'Fill rate',
            value: short(rateWords(all)),
            note: `${all.filled} of ${all.total} · ${rangeWords(all)}`,
          },
          {
            label: 'Median time to fill',
            value: timeToFill.median === null ? '–' : shortly(timeToFill.median),
            note: timeToFill.median === null ? 'Too early to tell' : `of ${timeToFill.fills} filled classes`,
          },
          {
            label: 'Nine of ten filled within',
            value: timeToFill.p90 === null ? '–' : shortly(timeToFill.p90),
            note: timeToFill.p90 === null ? 'Too early to tell' : 'the 90th percentile',
          },
          {
            label: 'Messages per filled class',
            value: messages.perFill === null ? '–' : messages.perFill,
            note:
              messages.sent === 0
                ? 'nothing was sent'
                : messages.perFill === null
                  ? 'Too early to tell'
                  : `the latest ${messages.classes} classes`,
          },
        ]}
      />
      <HowCounted of="the figures">
        Classes through yesterday count, each as filled if a substitute was booked and wasn’t a no-show; deleted ones
        don’t count. The time to fill runs from posting to the booking of the current substitute. Messages are the
        emails, text messages and push notifications that offered the latest 100 classes, filled or not, divided by
        those that were filled.
      </HowCounted>
    </div>
  );
}

/** A figure that isn't known yet appears as a dash with a note. */
function short(words: string): string {
  return words.startsWith('Too') ? '–' : words;
}
