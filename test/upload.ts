import type { ErrorBody } from '#contract/errors.ts';
import type { Caller, World } from '#test/world.ts';

/** A file to send in a multipart call. */
export type SentFile = { field: string; name: string; bytes: Buffer };

/** Sends a multipart call with these files. */
export async function upload<Body>(
  { url }: Pick<World, 'url'>,
  caller: Pick<Caller, 'cookie'>,
  path: string,
  files: readonly SentFile[],
  method = 'POST',
): Promise<{ status: number; body: ErrorBody & Body }> {
  const form = new FormData();
  form.set('data', '{}');
  for (const { field, name, bytes } of files) form.set(field, new Blob([new Uint8Array(bytes)]), name);
  const headers = { cookie: caller.cookie ?? '' };
  const response = await fetch(`${url}${path}`, { method, body: form, headers });
  // The test checks the reply.
  return { status: response.status, body: (await response.json()) as ErrorBody & Body };
}

/** Returns a small PDF. `text` makes it differ from others. */
export function pdfOf(text: string): Buffer {
  return Buffer.from(`%PDF-1.4\n%${text}\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`);
}
