/** A place on Earth, in degrees. */
export interface Place {
  latitude: number;
  longitude: number;
}

/** The Earth's mean radius, in miles. Source: IUGG, 6,371.0088 km. */
const earthRadius = 3958.76;

/** Returns the miles between two places as the crow flies, by the haversine formula. */
export function milesBetween(one: Place, other: Place): number {
  const north = radians(other.latitude - one.latitude);
  const east = radians(other.longitude - one.longitude);
  const chord =
    Math.sin(north / 2) ** 2 +
    Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * Math.sin(east / 2) ** 2;
  // For opposite ends of the Earth, rounding can make it slightly more than 1.
  return 2 * earthRadius * Math.asin(Math.sqrt(Math.min(1, chord)));
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

/**
 * The distance from a substitute's home to a school, in the only words that staff see. It is null if it isn't known.
 */
export type Distance = 'near' | 'usual' | 'far' | null;

/** Up to `near` miles is near, and beyond `far` miles is far. Source: our own decision, docs/decisions/073. */
const limits = { near: 5, far: 20 } as const;

/** Returns a distance in miles as a word. */
export function distanceOf(miles: number | null): Distance {
  if (miles === null) return null;
  if (miles <= limits.near) return 'near';
  return miles > limits.far ? 'far' : 'usual';
}
