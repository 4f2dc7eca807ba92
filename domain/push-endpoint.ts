/** The maximum length of a push service's address, in characters. Browsers' addresses have 100 to 500. */
export const pushEndpointLimit = 1000;

/**
 * Returns whether an address can belong to a push service: https, a public name, the default port, and no credentials.
 * The sender also resolves the name and refuses addresses in private networks. `loopback` allows this machine itself.
 */
export function isPushEndpoint(text: string, { loopback }: { loopback: boolean }): boolean {
  if (text.length > pushEndpointLimit || !URL.canParse(text)) return false;
  const { protocol, hostname, port, username, password, hash } = new URL(text);
  if (username !== '' || password !== '' || hash !== '') return false;
  if (loopback && hostname === '127.0.0.1') return protocol === 'http:' || protocol === 'https:';
  // A name with a dot whose last part isn't a number: neither a local machine nor an IP address.
  return (
    protocol === 'https:' &&
    port === '' &&
    /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/.test(hostname) &&
    !/(^|\.)(local|localhost|internal|localdomain)$/.test(hostname)
  );
}
