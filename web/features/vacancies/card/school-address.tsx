import { mapAddress } from '#web/words/time.ts';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';

/** A school's address, as a link to a map that learns only the address. */
export function SchoolAddress({ address }: { address: string }) {
  if (address === '') return null;
  return (
    <p className="flex min-w-0 items-baseline gap-1.5 text-label/5.5">
      <Icon shape={icons.place} size="small" className="relative top-[3px] text-ink-3" />
      <a
        href={mapAddress(address)}
        target="_blank"
        rel="noreferrer noopener"
        className="link inline-flex min-h-6 min-w-0 items-center wrap-anywhere pointer-coarse:min-h-touch"
      >
        <span>
          {address}
          <span className="sr-only"> (opens a map in a new tab)</span>
        </span>
      </a>
    </p>
  );
}
