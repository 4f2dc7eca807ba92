import {
  QueryClient,
  QueryClientProvider,
  type QueryKey,
  skipToken,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, vi } from 'vitest';
import type { SessionUser } from '#contract/session.ts';
import { PlaceProvider } from '#web/navigation/place.tsx';
import { sessionQuery } from '#web/session/session.ts';
import { effects, patience } from '#web/testing/tab.ts';

let root: Root | null = null;
const network = globalThis.fetch;

/** Ends what `show` shows, as a reload does. */
export function leave(): void {
  root?.unmount();
  root = null;
  document.body.replaceChildren();
}

afterEach(() => {
  leave();
  globalThis.fetch = network;
  // All test files share a tab. A draft would appear in the form of another one.
  sessionStorage.clear();
  history.replaceState(null, '', location.pathname);
});

/** Returns a query client that refetches only what a test invalidates. */
export function openQueries(session: object = { id: 7, schools: [] }): QueryClient {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  // Tests give only the fields that their screen reads.
  queries.setQueryData(sessionQuery.queryKey, session as SessionUser);
  return queries;
}

/** Shows a part of a screen until the test ends. A second call renders it again. Returns its query client. */
export function show(part: ReactNode, queries: QueryClient = openQueries()): QueryClient {
  root ??= createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <QueryClientProvider client={queries}>
      <PlaceProvider>{part}</PlaceProvider>
    </QueryClientProvider>,
  );
  return queries;
}

/** Says that a query failed, in the same commit as the part before it, which shows the query. */
export function Failure({ of }: { of: QueryKey }) {
  const queries = useQueryClient();
  const queryFn = queries.getQueryCache().find({ queryKey: of })?.options.queryFn ?? skipToken;
  return useQuery({ queryKey: of, queryFn, enabled: false }).isError ? 'The refresh failed.' : null;
}

/** Answers the calls to paths that end like this, before earlier answers. `body` is null for reads. */
export function answerCalls<Body>(
  end: string,
  reply: (body: Body | null, path: string, query: URLSearchParams) => object | Promise<object>,
): void {
  const others = globalThis.fetch;
  globalThis.fetch = async (address, init) => {
    const { pathname, searchParams } = new URL(address instanceof Request ? address.url : address, location.href);
    if (!pathname.startsWith('/api/') || !pathname.endsWith(end)) return others(address, init);
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as Body) : null;
    const found = await reply(body, pathname, searchParams);
    return found instanceof Response ? found : Response.json(found);
  };
}

/** Answers like a server that has a record and refuses a write that is based on an older version. */
export function answerVersions<Stored extends { version: number }>(
  end: string,
  { read, write }: { read: () => Stored; write: (next: Stored) => void },
): void {
  answerCalls<Stored>(end, (body) => {
    if (body === null) return read();
    const current = read();
    if (body.version !== current.version)
      return Response.json({ code: 'conflict', error: 'Someone else saved it.', current }, { status: 409 });
    write({ ...body, version: body.version + 1 });
    return { ...read(), ok: true };
  });
}

/** Waits until `look` finds something and the page's effects have run, and returns what it found. */
export async function see<Seen>(look: () => Seen | null | undefined | false): Promise<Seen> {
  const seen = await vi.waitFor(() => {
    const found = look();
    if (found === null || found === undefined || found === false) throw new Error(document.body.innerText);
    return found;
  }, patience);
  await effects();
  return seen;
}

/** Waits for a text on the page. */
export const says = (text: string) => see(() => document.body.innerText.includes(text));

/** Presses the first button whose label starts like this. */
export async function press(label: string): Promise<void> {
  const all = () => [...document.querySelectorAll('button')];
  (await see(() => all().find(({ textContent, ariaLabel }) => (ariaLabel ?? textContent).startsWith(label)))).click();
}

/** Returns the control of this name, once it is there. */
export function field<Control extends Element = HTMLInputElement>(name: string): Promise<Control> {
  return see(() => document.querySelector<Control>(`[name="${name}"]`));
}

/** Returns the control whose label starts like this, once it is there. */
export function control<Control extends HTMLElement = HTMLInputElement>(label: string): Promise<Control> {
  const all = () => [...document.querySelectorAll('label')];
  return see(() => all().find(({ textContent }) => textContent.startsWith(label))?.control as Control | null);
}

/** Types as a keyboard does, unlike `control.value = text`, which React doesn't notice. */
export function type(into: Element, text: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(into), 'value')?.set?.call(into, text);
  into.dispatchEvent(new Event('input', { bubbles: true }));
}
