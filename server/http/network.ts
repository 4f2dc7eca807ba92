import { isIPv6 } from 'node:net';

/**
 * The network that an address belongs to, for limits that one person with many addresses must not slip through: the /64 of
 * IPv6, the /24 of IPv4.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return networkOf(mapped);
  if (!isIPv6(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  // A URL writes groups without leading zeros, and the longest run of empty ones as '::'.
  const [head = '', tail] = new URL(`http://[${address.split('%')[0]}]/`).hostname.slice(1, -1).split('::');
  const groups = (part: string | undefined) => (part === undefined || part === '' ? [] : part.split(':'));
  const [before, after] = [groups(head), groups(tail)];
  const all = [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after];
  return `${all.slice(0, 4).join(':')}::/64`;
}
