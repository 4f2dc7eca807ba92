const name = 'firstbell-live';

/**
 * Elects one of a browser's tabs as leader. `lead` runs in it and returns a function that ends it. The visible tab
 * takes over, because phones freeze all others. Returns a function that leaves.
 *
 * In a browser without locks, every visible tab leads.
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
      // Another tab has taken over. This tab waits until that one leaves.
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

/** Opens a channel between one browser's tabs. Does nothing if the browser has none, because then each tab leads. */
export function openChannel<Message>(onMessage: (message: Message) => void): {
  tell(message: Message): void;
  close(): void;
} {
  if (!('BroadcastChannel' in window)) return { tell: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => onMessage(data));
  // A channel reaches only its own origin and has no target.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  return { tell: (message) => channel.postMessage(message), close: () => channel.close() };
}
