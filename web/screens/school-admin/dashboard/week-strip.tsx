import { dayName, formatMonth, monthOf } from '#domain/time.ts';
import type { BoardSection } from '#domain/board.ts';
import type { Board } from '#web/features/reports/queries.ts';
import { StatusShape } from '#web/ui/badge.tsx';
import { join } from '#web/ui/join.ts';

type WeekStripProps = {
  week: Board['week'];
  day: string;
  today: string;
  onChoose: (date: string) => void;
};

const sections = ['uncovered', 'unconfirmed', 'covered'] as const;
const shapes = { uncovered: 'urgent', unconfirmed: 'pending', covered: 'filled' } as const;
const colors: Record<BoardSection, string> = {
  uncovered: 'font-semibold text-urgent',
  unconfirmed: 'font-semibold text-pending',
  covered: 'text-ink-3',
};

/** Shows the seven days of a week, each with its counts. Choosing one shows its board. */
export function WeekStrip({ week, day, today, onChoose }: WeekStripProps) {
  return (
    <ul aria-label="Days of the week" className="grid grid-flow-col auto-cols-fr border-b border-line print:hidden">
      {week.map(({ date, ...counts }) => (
        <li key={date} className="min-w-0">
          <button
            type="button"
            aria-current={date === day ? 'date' : undefined}
            onClick={() => onChoose(date)}
            className={join(
              'flex h-full w-full flex-col items-center gap-0.5 border-b-2 px-0.5 py-2 text-caption tabular-nums outline-offset-[-2px] hover:bg-subtle',
              date === day ? 'border-accent bg-accent-soft text-ink' : 'border-transparent text-ink-2',
            )}
          >
            <span className={join('text-center', date === today && 'font-semibold text-accent-ink')}>
              <span className="max-md:block">{dayName(date).slice(0, 3)}</span> {Number(date.slice(8))}
              <span className="sr-only">
                , {formatMonth(monthOf(date))}
                {sections.every((section) => counts[section] === 0) && ', no absences'}
              </span>
            </span>
            {sections.map((section) =>
              counts[section] === 0 ? null : (
                <span key={section} className={join('flex items-center gap-1', colors[section])}>
                  <StatusShape tone={shapes[section]} />
                  <span>
                    {counts[section]} <span className="sr-only">{section}</span>
                  </span>
                </span>
              ),
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}
