import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';

/** Shows the front office's phone number as a link, for the substitute who is booked. */
export function OfficePhone({ number }: { number: string }) {
  return (
    <p className="flex min-w-0 items-baseline gap-1.5 text-label/5.5">
      <Icon shape={icons.phone} size="small" className="relative top-[3px] text-ink-3" />
      <span>
        Front office{' '}
        <a
          href={`tel:${number.replaceAll(/[^+\dx]/gi, '')}`}
          className="link inline-flex min-h-6 items-center whitespace-nowrap pointer-coarse:min-h-touch"
        >
          {number}
        </a>
      </span>
    </p>
  );
}
