import { timeZonesOfStates } from '#domain/school.ts';

const cityOf = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');

/** The name people use: 'Central Time'. */
function nameOf(zone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts(0);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone;
}

/** Every time zone for a select: those of the United States first, under the names people use. */
export function TimeZoneOptions() {
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => !timeZonesOfStates.includes(zone));
  return (
    <>
      <optgroup label="United States">
        {timeZonesOfStates.map((zone) => (
          <option key={zone} value={zone}>
            {nameOf(zone)} ({cityOf(zone)})
          </option>
        ))}
      </optgroup>
      <optgroup label="Elsewhere">
        {others.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </optgroup>
    </>
  );
}
