import { useDeferredValue } from 'react';
import { Options } from '#web/ui/input.tsx';
import { timeZonesOfStates } from '#domain/school.ts';

const cityOf = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');

/** Returns the everyday name: 'Central Time'. */
function nameOf(zone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts(0);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone;
}

// The options are created when the file loads, before they are needed, because getting the names takes longer than
// rendering the screen.
const ofStates = timeZonesOfStates.map((zone) => ({ zone, words: `${nameOf(zone)} (${cityOf(zone)})` }));
// oxlint-disable-next-line web/no-module-intl -- the same
const elsewhere = Intl.supportedValuesOf('timeZone').filter((zone) => !timeZonesOfStates.includes(zone));

/**
 * Every time zone for a select: those of the United States first, with their everyday names. `also` is included even if
 * the browser doesn't list it.
 */
export function TimeZoneOptions({ also }: { also?: string | undefined }) {
  const chosen = also === undefined || timeZonesOfStates.includes(also) ? [] : [also];
  // The other 400 options, which few people need, are added once the screen is shown. The current value is among the
  // first.
  const others = useDeferredValue([...chosen.filter((zone) => !elsewhere.includes(zone)), ...elsewhere], chosen);
  return (
    <>
      <optgroup label="United States">
        {ofStates.map(({ zone, words }) => (
          <option key={zone} value={zone}>
            {words}
          </option>
        ))}
      </optgroup>
      <optgroup label="Elsewhere">
        <Options of={others} nameOf={(zone) => zone.replaceAll('_', ' ')} />
      </optgroup>
    </>
  );
}
