import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

/** The version label from package.json. */
export const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')));
