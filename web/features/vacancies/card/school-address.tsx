import { directionsTo } from '#web/features/vacancies/card/directions.ts';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';

/** Shows a school's address. Tapping it opens directions, on a phone in its own maps app. */
export function SchoolAddress({ address }: { address: string }) {
  if (address === '') return null;
  const { href, opensTab } = directionsTo(address, navigator.userAgent);
  return (
    <p className="flex min-w-0 items-baseline gap-1.5 text-label/5.5">
      <Icon shape={icons.place} size="small" className="relative top-[3px] text-ink-3" />
      <a
        href={href}
        {...(opensTab && { target: '_blank' })}
        rel="noreferrer noopener"
        className="link inline-flex min-h-6 min-w-0 items-center wrap-anywhere pointer-coarse:min-h-touch"
      >
        <span>
          {address}
          <span className="sr-only">{opensTab ? ' (opens a map in a new tab)' : ' (directions)'}</span>
        </span>
      </a>
    </p>
  );
}
