/** Longest address of a push service that is taken, in characters; those of browsers have 100 to 500. */
export const pushEndpointLimit = 1000;

/**
 * Whether an address can be one of a push service: https at a public name, at the usual port and without a sign-in. Who
 * sends there looks up the name as well, and refuses what lies in a private network. With `loopback` this machine
 * itself is one, too.
 */
export function isPushEndpoint(text: string, { loopback }: { loopback: boolean }): boolean {
  if (text.length > pushEndpointLimit || !URL.canParse(text)) return false;
  const { protocol, hostname, port, username, password, hash } = new URL(text);
  if (username !== '' || password !== '' || hash !== '') return false;
  if (loopback && hostname === '127.0.0.1') return protocol === 'http:' || protocol === 'https:';
  // A name with a dot whose last part is no number: neither a machine of the house nor an address.
  return (
    protocol === 'https:' &&
    port === '' &&
    /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/.test(hostname) &&
    !/(^|\.)(local|localhost|internal|localdomain)$/.test(hostname)
  );
}
