import * as z from 'zod/mini';
import { currentUser } from '#contract/session.ts';
import { beatMs, live, liveChange } from '#contract/live.ts';
import type { LiveChange } from '#domain/live.ts';
import { callOrNull } from '#web/api/client.ts';

/** A message of the connection. */
export type Listener = {
  onChange: (change: LiveChange) => void;
  /** Everything up to now has arrived. */
  onKnown: () => void;
  /** The session is over. */
  onEnded: () => void;
};

/**
 * If nothing arrives for this long, the connection is dead, even if the browser shows it as open. The time is in ms.
 */
const silenceMs = 3 * beatMs;
/**
 * The shortest and longest backoff before reconnecting, in ms, with random jitter because many clients disconnect at
 * once.
 */
const retry = { from: 1000, to: 30_000 };
/** If one person has too many streams, this tab waits this long, in ms, unless it is visible. */
const crowdedMs = 300_000;

/**
 * Keeps one event stream open until it is closed, and reconnects after each loss. `age` returns the age of the page's
 * data in ms, so nothing in between is lost.
 */
export function connect(age: () => number, { onChange, onKnown, onEnded }: Listener): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isClosed = false;

  const after = (ms: number, act: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(act, ms);
  };
  const drop = () => {
    source?.close();
    source = null;
  };
  const again = () => {
    drop();
    const longest = Math.min(retry.to, retry.from * 2 ** failures);
    failures += 1;
    after(longest * (0.5 + Math.random()), open);
  };
  const hear = () => {
    failures = 0;
    onKnown();
    after(silenceMs, again);
  };
  /** The browser doesn't say why a stream was refused, so the session is checked as usual. */
  const refused = async () => {
    drop();
    const user = await callOrNull(currentUser).catch(() => undefined);
    if (isClosed) return;
    if (user === null) onEnded();
    else again();
  };
  const open = () => {
    drop();
    const opened = new EventSource(`${live.path}?age=${Math.min(86_400_000, Math.round(age()))}`);
    source = opened;
    after(silenceMs, again);
    opened.addEventListener('hello', hear);
    opened.addEventListener('beat', hear);
    opened.addEventListener('changed', ({ data }: MessageEvent<string>) => {
      const change = z.safeParse(liveChange, JSON.parse(data));
      // A newer server may send topics that this page doesn't know.
      onChange(change.success ? change.data : { topic: 'everything' });
      after(silenceMs, again);
    });
    opened.addEventListener('ended', () => {
      drop();
      clearTimeout(timer);
      onEnded();
    });
    opened.addEventListener('crowded', () => {
      drop();
      after(crowdedMs, open);
    });
    opened.addEventListener('error', () => {
      if (source !== opened) return;
      if (opened.readyState === EventSource.CLOSED) void refused();
      else again();
    });
  };
  const online = () => {
    if (source === null) after(0, open);
  };
  addEventListener('online', online);
  open();
  return () => {
    isClosed = true;
    removeEventListener('online', online);
    clearTimeout(timer);
    drop();
  };
}
