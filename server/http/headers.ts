import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';

/** The security headers of every answer. Pages bring a policy of their own, with the hashes of their inline parts. */
export function addHeaders(app: FastifyInstance, config: Config): void {
  const isSecure = config.PUBLIC_URL.startsWith('https:');
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    if (!reply.hasHeader('x-frame-options')) reply.header('x-frame-options', 'DENY');
    reply.header('referrer-policy', 'same-origin');
    reply.header('cross-origin-opener-policy', 'same-origin');
    reply.header('cross-origin-resource-policy', 'same-origin');
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
    if (isSecure) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', contentSecurityPolicy({ scripts: [], styles: [] }));
    reply.header('x-request-id', request.id);
  });
}

/** The policy of a page: own files, and the inline parts whose hashes the build named; nothing 'unsafe'. */
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
