import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { send, type Arguments } from '#web/api/client.ts';

/**
 * Works like `call` for one page of a list, with the cursor of the next page, or null at the end. Queries use `pages`.
 */
export async function callPage<E extends Endpoint>(
  endpoint: E,
  ...[input]: Arguments<E>
): Promise<{ rows: ReplyOf<E>; next: string | null }> {
  const { reply, headers } = await send(endpoint, input ?? {});
  return { rows: reply, next: headers.get('x-next-cursor') };
}
