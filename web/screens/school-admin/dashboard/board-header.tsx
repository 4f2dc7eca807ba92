import { formatDate } from '#domain/time.ts';
import type { DayChange } from '#domain/day-change.ts';
import { printPart } from '#web/features/reports/print.ts';
import { Button } from '#web/ui/button.tsx';
import { SectionHeader } from '#web/ui/headers.tsx';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Menu, MenuItem } from '#web/ui/popover.tsx';

type BoardHeaderProps = {
  day: string;
  today: string;
  /** True if no class is shown. */
  isEmpty: boolean;
  onCode: () => void;
  onChange: (type: DayChange['type']) => void;
  onWall: () => void;
  /** Plans the periods of the day. Null for a school without cover by colleagues, and if no class needs it. */
  onPlan: (() => void) | null;
};

/**
 * Shows the heading of a day's board, with the actions for the whole day. On phones, they are all in the menu, so the
 * heading stays on one line.
 */
export function BoardHeader({ day, today, isEmpty, onCode, onChange, onWall, onPlan }: BoardHeaderProps) {
  const print = () => printPart('day', `Coverage on ${formatDate(day)}`);
  const isPast = day < today;
  const hasCode = day === today && !isEmpty;
  return (
    <SectionHeader
      id="coverage"
      title={day === today ? 'Today’s coverage' : 'Coverage'}
      link={
        <span className="flex flex-none justify-end gap-x-2 max-md:-mr-2">
          {hasCode ? (
            <Button variant="plain" className="max-md:hidden" onClick={onCode}>
              Sign-in code
            </Button>
          ) : null}
          <Button variant="plain" icon={icons.printer} disabled={isEmpty} className="max-md:hidden" onClick={print}>
            Print this day
          </Button>
          <Menu
            label="More for this day"
            renderTrigger={(attributes) => (
              <Button {...attributes} variant="plain">
                More<span className="sr-only"> for this day</span>
                <Icon shape={icons.chevronDown} size="small" />
              </Button>
            )}
          >
            {hasCode ? (
              <MenuItem className="md:hidden" onClick={onCode}>
                Sign-in code
              </MenuItem>
            ) : null}
            {isPast ? null : (
              <>
                {onPlan === null ? null : <MenuItem onClick={onPlan}>Plan the periods</MenuItem>}
                <MenuItem onClick={() => onChange('delay')}>Open late</MenuItem>
                <MenuItem onClick={() => onChange('close')}>Close for the day</MenuItem>
              </>
            )}
            <MenuItem disabled={isEmpty} className="md:hidden" onClick={print}>
              Print this day
            </MenuItem>
            <MenuItem onClick={onWall}>Wall view</MenuItem>
          </Menu>
        </span>
      }
    />
  );
}
