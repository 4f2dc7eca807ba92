/**
 * Returns the link for directions to an address: the phone's own maps app, or else a map in the browser that receives
 * only the address. A phone's maps open in their own app, not in a new tab.
 */
export function directionsTo(address: string, userAgent: string): { href: string; opensTab: boolean } {
  if (/iPhone|iPad|iPod/.test(userAgent))
    return { href: `https://maps.apple.com/?${new URLSearchParams({ daddr: address })}`, opensTab: false };
  if (/Android/.test(userAgent)) return { href: `geo:0,0?q=${encodeURIComponent(address)}`, opensTab: false };
  return {
    href: `https://www.openstreetmap.org/search?${new URLSearchParams({ query: address })}`,
    opensTab: true,
  };
}
