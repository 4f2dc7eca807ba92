import {
  allowsShift,
  durationHours,
  shiftTimes,
  type ShiftType,
  type TimeSpan,
  type VacancySettings,
} from '#domain/shift.ts';
import { formatTime, minutesOf } from '#domain/time.ts';

const dayStart = 7 * 60;
const dayEnd = 16 * 60;
const hour = 60;
const rows: Record<ShiftType, number> = { full_day: 26, morning: 62, afternoon: 62 };
const names: Record<ShiftType, string> = { full_day: 'Full day', morning: 'Morning', afternoon: 'Afternoon' };
const shortNames: Record<ShiftType, string> = { full_day: 'Full day', morning: 'AM', afternoon: 'PM' };
const barHeight = 28;

/**
 * Shows a school's shifts as bars on a time line, with the gap between the half days. The fields next to it say the
 * same.
 */
export function DayPicture({ settings, isOverlapping }: { settings: VacancySettings; isOverlapping: boolean }) {
  const bars = (['full_day', 'morning', 'afternoon'] as const).flatMap((type) => {
    const times = allowsShift(settings, type) ? shiftTimes(settings, type) : null;
    return times === null || times.start >= times.end ? [] : [{ type, ...times }];
  });
  const first = Math.min(dayStart, ...bars.map(({ start }) => Math.floor(minutesOf(start) / hour) * hour));
  const last = Math.max(dayEnd, ...bars.map(({ end }) => Math.ceil(minutesOf(end) / hour) * hour));
  const at = (minutes: number) => `${(((minutes - first) / (last - first)) * 100).toFixed(2)}%`;
  const width = ({ start, end }: TimeSpan) =>
    `${(((minutesOf(end) - minutesOf(start)) / (last - first)) * 100).toFixed(2)}%`;
  const hours = Array.from({ length: (last - first) / hour + 1 }, (_, index) => first + index * hour);
  const [morning, afternoon] = [
    bars.find(({ type }) => type === 'morning'),
    bars.find(({ type }) => type === 'afternoon'),
  ];
  const gap = morning && afternoon ? minutesOf(afternoon.start) - minutesOf(morning.end) : 0;
  return (
    <div aria-hidden="true" className="px-5 pt-1 max-md:px-4">
      <svg className="block h-30 w-full overflow-visible text-caption" strokeWidth="1">
        {hours.map((minutes, index) => (
          <g key={minutes} className={index % 3 === 0 ? undefined : 'max-md:hidden'}>
            <text x={at(minutes)} y="12" textAnchor="middle" className="fill-ink-3 tabular-nums">
              {formatTime(`${String((minutes / hour) % 24).padStart(2, '0')}:00`).replace(':00', '')}
            </text>
            <line x1={at(minutes)} x2={at(minutes)} y1="20" y2="96" className="stroke-line" />
          </g>
        ))}
        {bars.map((bar) => (
          // Nested, so labels longer than the bar are clipped.
          <svg key={bar.type} x={at(minutesOf(bar.start))} width={width(bar)} y={rows[bar.type]} height={barHeight}>
            <rect
              width="100%"
              height={barHeight}
              rx="6"
              className={isOverlapping && bar.type === 'afternoon' ? 'fill-danger' : 'fill-accent'}
            />
            <text x="10" y="18" className="fill-on-accent font-semibold">
              <tspan className="max-sm:hidden">{names[bar.type]}</tspan>
              <tspan className="sm:hidden">{shortNames[bar.type]}</tspan>
              <tspan className="max-md:hidden"> · {durationHours(bar.start, bar.end)} hours</tspan>
            </text>
          </svg>
        ))}
        {gap > 0 && morning && afternoon ? (
          <Gap from={at(minutesOf(morning.end))} to={at(minutesOf(afternoon.start))} minutes={gap} />
        ) : null}
      </svg>
    </div>
  );
}

function Gap({ from, to, minutes }: { from: string; to: string; minutes: number }) {
  const middle = `${((Number.parseFloat(from) + Number.parseFloat(to)) / 2).toFixed(2)}%`;
  return (
    <g className="stroke-pending">
      <line x1={from} x2={from} y1="93" y2="101" strokeWidth="1.5" />
      <line x1={to} x2={to} y1="93" y2="101" strokeWidth="1.5" />
      <line x1={from} x2={to} y1="101" y2="101" strokeWidth="1.5" />
      <text
        x={middle}
        y="116"
        textAnchor="middle"
        className="fill-pending stroke-transparent font-semibold tabular-nums"
      >
        {minutes} min
      </text>
    </g>
  );
}
