import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** The maximum length of the prefix kept of something that isn't an address. */
const longest = 45;

/**
 * Returns the address that limits count by: an IPv4 address as it is, even if written as an IPv6 address, and the /64
 * network of any other IPv6 address. One home connection has an entire /64, so a limit on single addresses would stop
 * no one.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.toLowerCase().split('%');
  if (!isIPv6(plain)) return plain.slice(0, longest);
  const groups = groupsOf(plain);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The wider network of an address, for costly calls: the /24 of an IPv4 address, or else the same as `networkOf`. */
export function prefixOf(address: string): string {
  const network = networkOf(address);
  return /^\d+\.\d+\.\d+\.\d+$/.test(network) ? `${network.split('.').slice(0, 3).join('.')}.0/24` : network;
}

/** Returns the network that a request comes from, as `networkOf` names it. Every limit by address counts by this. */
export function networkOfCaller(request: Pick<FastifyRequest, 'ip'>): string {
  return networkOf(request.ip);
}

/** Returns the eight groups of a valid IPv6 address. Its last two may be written as an IPv4 address. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const before = numbersIn(head);
  const after = numbersIn(tail ?? '');
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}

function numbersIn(part: string): number[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
