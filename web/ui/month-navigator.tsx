import { IconButton } from '#web/ui/button.tsx';
import * as icons from '#web/ui/icons.ts';

type MonthNavigatorProps = {
  /** The month in words; announced as it changes. */
  month: string;
  id?: string;
  /** Missing where there is nothing further in this direction. */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
};

/** A month as a heading, with the way to the ones beside it. */
export function MonthNavigator({ month, id, onPrevious, onNext }: MonthNavigatorProps) {
  return (
    <div className="flex items-center justify-between gap-2">
      <IconButton label="Previous month" icon={icons.chevronLeft} disabled={onPrevious === undefined} onClick={onPrevious} />
      <h3 id={id} aria-live="polite" className="text-center">
        {month}
      </h3>
      <IconButton label="Next month" icon={icons.chevronRight} disabled={onNext === undefined} onClick={onNext} />
    </div>
  );
}
