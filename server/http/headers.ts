import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/core/config.ts';

/**
 * Adds the security headers of every reply. Pages have their own policy with the hashes of their inline parts. A built
 * file gets only the headers that browsers apply to scripts, styles and pictures, because a home page loads more than
 * ten of them.
 */
export function addHeaders(app: FastifyInstance, config: Config): void {
  const standing = Object.entries(standingHeaders(config));
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.url.startsWith('/assets/') && reply.statusCode < 400) {
      reply.headers(fileHeaders);
      return done();
    }
    for (const [name, value] of standing) if (!brought.has(name) || !reply.hasHeader(name)) reply.header(name, value);
    reply.header('x-request-id', request.id);
    done();
  });
}

const fileHeaders = { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' };

/** Some replies set these headers themselves. */
const brought = new Set(['x-frame-options', 'content-security-policy', 'referrer-policy']);

/** Returns the same headers for a reply that writes its own headers. */
export function standingHeaders(config: Config): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(config.PUBLIC_URL.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
    'content-security-policy': contentSecurityPolicy({ scripts: [], styles: [] }),
  };
}

/**
 * Returns a page's policy: its own files, and the inline parts whose hashes the build computed. It allows nothing
 * 'unsafe'.
 */
export function contentSecurityPolicy(hashes: { scripts: readonly string[]; styles: readonly string[] }): string {
  const quoted = (list: readonly string[]) => list.map((hash) => ` '${hash}'`).join('');
  return [
    "default-src 'none'",
    `script-src 'self'${quoted(hashes.scripts)}`,
    `style-src 'self'${quoted(hashes.styles)}`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-src 'self' blob:",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}
