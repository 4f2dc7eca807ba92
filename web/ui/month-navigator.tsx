import type { ReactNode } from 'react';
import { IconButton } from '#web/ui/button.tsx';
import * as icons from '#web/ui/icons.ts';

type StepsProps = {
  id?: string;
  /** Undefined if there is nothing further in this direction. */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
};

/**
 * Shows a month as a heading, with buttons for the adjacent ones. `month` is in words, and announced when it changes.
 */
export function MonthNavigator({ month, ...rest }: StepsProps & { month: string }) {
  return (
    <Steps {...rest} of="month">
      {month}
    </Steps>
  );
}

/** Shows a day as a heading, with buttons for the adjacent ones. `day` is in words, and announced when it changes. */
export function DayNavigator({ day, ...rest }: StepsProps & { day: string }) {
  return (
    <Steps {...rest} of="day">
      {day}
    </Steps>
  );
}

/**
 * Shows a pay period as a heading, with buttons for the adjacent ones. `period` is in words, and announced when it
 * changes.
 */
export function PeriodNavigator({ period, ...rest }: StepsProps & { period: string }) {
  return (
    <Steps {...rest} of="pay period">
      {period}
    </Steps>
  );
}

function Steps({
  of,
  id,
  onPrevious,
  onNext,
  children,
}: StepsProps & { of: 'month' | 'day' | 'pay period'; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-2">
      <IconButton
        label={`Previous ${of}`}
        icon={icons.chevronLeft}
        disabled={onPrevious === undefined}
        onClick={onPrevious}
      />
      <h3 id={id} aria-live="polite" className="text-center">
        {children}
      </h3>
      <IconButton label={`Next ${of}`} icon={icons.chevronRight} disabled={onNext === undefined} onClick={onNext} />
    </div>
  );
}
