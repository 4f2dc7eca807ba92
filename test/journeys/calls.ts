import type { APIRequestContext } from '@playwright/test';
import type { Endpoint, ReplyOf, Sent } from '#contract/endpoint.ts';

/** Makes a call of the contract with this browser's session, for preparations that a story isn't about. */
export async function call<E extends Endpoint>(
  request: APIRequestContext,
  endpoint: E,
  input: Partial<Sent<E>> = {},
): Promise<ReplyOf<E>> {
  const { params, query, body } = input as {
    params?: Record<string, unknown>;
    query?: Record<string, unknown>;
    body?: unknown;
  };
  const address = endpoint.path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) =>
    encodeURIComponent(String(params?.[name])),
  );
  const search = new URLSearchParams(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]));
  const response = await request.fetch(`${address}?${search}`, {
    method: endpoint.method,
    ...(body === undefined ? {} : { data: body }),
  });
  if (!response.ok()) throw new Error(`${endpoint.call} answered ${response.status()}: ${await response.text()}`);
  return (await response.json()) as ReplyOf<E>;
}
