const name = 'firstbell-live';

/**
 * Lets one of a browser's tabs lead: `lead` runs in it and answers with what ends it. The tab that somebody looks at
 * takes the lead, for a phone freezes all others and would leave a leader among them deaf. Answers with what leaves.
 *
 * A browser without locks has a leader in every visible tab.
 */
export function takeTurns(lead: () => () => void): () => void {
  let resign: (() => void) | null = null;
  let hasLeft = false;

  /** Leads until `resign` is called or another tab takes over. */
  const held = () =>
    new Promise<void>((resolve) => {
      if (hasLeft || resign !== null) {
        resolve();
        return;
      }
      const stop = lead();
      resign = () => {
        resign = null;
        stop();
        resolve();
      };
    });
  const queue = (steal: boolean) => {
    if (hasLeft) return;
    navigator.locks.request(name, { steal }, held).catch(() => {
      // Another tab has taken over: this one waits until that one goes.
      resign?.();
      queue(false);
    });
  };
  const isVisible = () => document.visibilityState === 'visible';
  const withLocks = 'locks' in navigator;
  const look = () => {
    if (withLocks) {
      if (isVisible() && resign === null) queue(true);
    } else if (!isVisible()) resign?.();
    else if (resign === null) void held();
  };
  const leave = () => resign?.();
  document.addEventListener('visibilitychange', look);
  addEventListener('pagehide', leave);
  addEventListener('pageshow', look);
  if (withLocks) queue(isVisible());
  else look();
  return () => {
    hasLeft = true;
    document.removeEventListener('visibilitychange', look);
    removeEventListener('pagehide', leave);
    removeEventListener('pageshow', look);
    resign?.();
  };
}

/** What tabs of one browser tell each other; nothing where the browser has no channel, for then each leads. */
export function openChannel<Message>(onMessage: (message: Message) => void): {
  tell(message: Message): void;
  close(): void;
} {
  if (!('BroadcastChannel' in window)) return { tell: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => onMessage(data));
  // A channel reaches its own origin alone; it knows no target.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  return { tell: (message) => channel.postMessage(message), close: () => channel.close() };
}
