import { HowCounted } from '#web/features/reports/fill/how-counted.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { exportFillBySchool } from '#contract/fill-report.ts';
import { formatShortDate, localDate } from '#domain/time.ts';
import { FillReport } from '#web/features/reports/fill/fill-report.tsx';
import { rangeWords, rateWords, WeekdayRates } from '#web/features/reports/fill/rate-sheets.tsx';
import { useReportDays } from '#web/features/reports/more/span.tsx';
import { type FillBySchool, fillBySchoolQuery } from '#web/features/reports/fill/queries.ts';
import { Awaited, CsvOf, Sheet } from '#web/features/reports/sheet.tsx';
import { useLayer } from '#web/navigation/use-layer.ts';
import { useNow } from '#web/words/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { CountPanel } from '#web/ui/count-panel.tsx';
import * as icons from '#web/ui/icons.ts';
import { Table } from '#web/ui/table.tsx';

/** The maximum number of days for all schools (server/features/reports/fill-report.ts). */
const mostDays = 90;

/**
 * Shows how well the classes of all schools were filled, and of one school once it is chosen. Back returns to all of
 * them.
 */
export function OwnerFill() {
  const today = localDate(useNow(), 'UTC');
  const { open: school, show, close } = useLayer('school');
  const one = useReportDays(today);
  /** The buttons that show a school, and all of them, take the focus from each other. */
  const [last, setLast] = useState<string | null>(school);
  const [focused, focus] = useState<string | null>(null);
  if (school !== last) {
    setLast(school);
    focus(school === null ? last : 'all');
  }
  const allSchools = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focused !== 'all') return;
    allSchools.current?.focus({ preventScroll: true });
    // The school was chosen further down, and the page keeps its place within a screen.
    allSchools.current?.scrollIntoView({ block: 'nearest' });
  }, [focused]);
  if (school === null) return <AllSchools today={today} onChoose={show} focused={focused} />;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 print:hidden">
        <Button ref={allSchools} icon={icons.arrowLeft} onClick={close}>
          All schools
        </Button>
        {one.chooser}
      </div>
      <FillReport schoolId={Number(school)} days={one.days} />
    </>
  );
}

/**
 * Focuses the button that was followed, unless the focus is elsewhere by now: the button may appear later, or again.
 */
const focusNow = (element: HTMLElement | null) => {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true });
};

type AllSchoolsProps = {
  today: string;
  onChoose: (id: string) => void;
  /** The school whose button takes the focus. */
  focused: string | null;
};

function AllSchools({ today, onChoose, focused }: AllSchoolsProps) {
  const { days, chooser } = useReportDays(today, mostDays);
  return (
    <>
      {chooser}
      <Awaited query={useQuery(fillBySchoolQuery(days))} what="the fill report">
        {(report) => (
          <>
            <CountPanel
              counts={[
                { label: 'Fill rate', value: rateWords(report.all), note: rangeWords(report.all) },
                { label: 'Classes', value: report.all.total, note: `${report.all.filled} filled` },
                { label: 'Schools with classes', value: report.schools },
              ]}
            />
            <WeekdayRates weekdays={report.weekdays} />
            <Schools report={report} onChoose={onChoose} focused={focused} />
          </>
        )}
      </Awaited>
    </>
  );
}

function Schools({ report, onChoose, focused }: { report: FillBySchool } & Omit<AllSchoolsProps, 'today'>) {
  const title = 'Schools with the most unfilled classes';
  return (
    <Sheet
      id="fill-schools"
      title={title}
      actions={
        <CsvOf
          address={`${exportFillBySchool.path}?from=${report.from}&to=${report.to}`}
          of="the fill rates of all schools"
        />
      }
    >
      <div className="-mx-5 border-t border-line max-md:-mx-4">
        <Table
          caption={title}
          rows={report.rows}
          keyOf={({ id }) => id}
          columns={[
            {
              head: 'School',
              phone: 'title',
              renderCell: ({ id, name, city, state }) => (
                <>
                  <button
                    ref={focused === String(id) ? focusNow : null}
                    type="button"
                    className="link text-start"
                    onClick={() => onChoose(String(id))}
                  >
                    {name}
                  </button>
                  <span className="block text-meta font-regular text-ink-3">
                    {[city, state].filter((text) => text !== null).join(', ')}
                  </span>
                </>
              ),
            },
            {
              head: 'Unfilled',
              phone: 'labeled',
              end: true,
              renderCell: ({ total, filled }) => `${total - filled} of ${total}`,
            },
            { head: 'Fill rate', phone: 'corner', end: true, renderCell: rateWords },
            { head: 'Range', phone: 'labeled', end: true, renderCell: rangeWords },
          ]}
        />
      </div>
      <HowCounted of={title}>
        At most 100 schools, with their classes from {formatShortDate(report.from)} to {formatShortDate(report.to)}. The
        CSV file has all schools with classes. Choose a school to see its lead times, times to fill and unfilled
        classes.
      </HowCounted>
    </Sheet>
  );
}
