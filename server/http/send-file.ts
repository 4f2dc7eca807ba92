import type { FastifyReply } from 'fastify';
import { create as contentDisposition } from 'content-disposition';

/** A stored file that someone uploaded. */
type SentFile = { name: string; contentType: string; bytes: Buffer };

/**
 * Answers with a file that someone uploaded. Images and PDFs may open in the browser. Our own pages may show them in a
 * frame; their content can't load or run anything.
 */
export function sendFile(
  reply: FastifyReply,
  { name, contentType, bytes }: SentFile,
  { download }: { download: boolean },
): FastifyReply {
  const isInline = !download && (contentType.startsWith('image/') || contentType === 'application/pdf');
  return reply
    .type(contentType)
    .header('content-disposition', contentDisposition(name, { type: isInline ? 'inline' : 'attachment' }))
    .header('x-frame-options', 'SAMEORIGIN')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'${isInline ? '' : '; sandbox'}`,
    )
    .send(bytes);
}
