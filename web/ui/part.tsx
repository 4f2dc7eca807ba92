import { Suspense, useEffect, type ComponentType, type ReactNode, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { inFile, type InFile } from '#web/ui/in-file.tsx';
import { whenIdle } from '#web/ui/when-idle.ts';

type Part<Props> = ComponentType<Props> & {
  /** Prefetches its file once the screen that may need it is mounted and the browser is idle. */
  useAhead: () => void;
  /** Prefetches its file now, such as when a pointer comes near the control that opens it. */
  ahead: () => void;
  /** Returns whether its file has loaded. */
  hasLoaded: () => boolean;
};

type PartOptions = {
  /**
   * Rendered as soon as the data has arrived: its file is fetched together with the file that imports it, in parallel
   * with that data.
   */
  isSeenSoon?: boolean;
  fallback?: ReactNode;
  /** It is a whole page: the page around it shows that its file failed to load. */
  isPage?: boolean;
};

// If it still fails, the part says so when it is shown.
const ignore = () => undefined;

let soon: Promise<unknown> = Promise.resolve();

/** Resolves when every part that is seen soon, of the files that have run so far, has loaded or failed. */
export const partsSeenSoon = () => soon;

type PropsOf<Component> = Component extends ComponentType<infer Props> ? Props : never;

/**
 * Returns a part of a screen that isn't visible at first (a dialog): a component of another file, loaded when it is
 * first rendered. If the file fails to load, that is said in its place. A part with `onClose` is a dialog.
 */
export function part<File, Name extends keyof File>(
  load: () => Promise<File>,
  name: Name,
  options?: PartOptions,
): Part<PropsOf<File[Name]>>;
export function part<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType<object>>>>,
  name: Name,
  { isSeenSoon = false, fallback, isPage = false }: PartOptions = {},
): Part<object> {
  const Instead = (props: object) => <NotLoaded of={props} load={fetch} />;
  const { Content, fetch, hasLoaded }: InFile<object> = inFile(
    async () => (await load())[name],
    isPage ? undefined : () => Instead,
  );
  const ahead = () => void fetch().catch(ignore);
  if (isSeenSoon) soon = Promise.allSettled([soon, fetch()]);
  const Loading = (props: { onClose?: () => void }) => (
    <Suspense fallback={props.onClose ? <Opening onClose={props.onClose} /> : fallback}>
      <Content {...props} />
    </Suspense>
  );
  return Object.assign(Loading, { ahead, hasLoaded, useAhead: () => useEffect(() => whenIdle(ahead), []) });
}

/** In place of a dialog whose file is loading: it can be closed before it appears. */
function Opening({ onClose }: { onClose: () => void }) {
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      onClose();
    };
    addEventListener('keydown', close, true);
    return () => removeEventListener('keydown', close, true);
  }, [onClose]);
  return null;
}

type NotLoadedProps = {
  /** The props of the part. With `onClose`, it is a dialog. */
  of: { onClose?: () => void };
  load: () => Promise<ComponentType<object>>;
};

/**
 * Says that the file of a part failed to load, in its place on the screen or as a dialog, and shows the part once it
 * has loaded.
 */
function NotLoaded({ of, load }: NotLoadedProps) {
  const [Loaded, setLoaded] = useState<ComponentType<object> | null>(null);
  const [isTrying, setTrying] = useState(false);
  if (Loaded !== null) return <Loaded {...of} />;
  const retry = async () => {
    setTrying(true);
    try {
      const File = await load();
      setLoaded(() => File);
    } catch {
      // Some browsers remember the failure until the page is loaded again, and a newer build has other files. That
      // works only if the server can be reached.
      const page = await fetch(location.href).catch(() => null);
      if (page?.ok) location.reload();
    }
    setTrying(false);
  };
  const words = navigator.onLine
    ? 'This could not be loaded. Check your connection and try again.'
    : 'You’re offline. Try again once you’re connected.';
  const again = (
    <Button pending={isTrying} onClick={() => void retry()}>
      Try again
    </Button>
  );
  const said = (
    <p role="alert" className={of.onClose ? '' : 'flex flex-wrap items-center gap-2 p-2'}>
      {words} {of.onClose ? null : again}
    </p>
  );
  if (!of.onClose) return said;
  return (
    <Dialog title="This could not be opened" onClose={of.onClose} footer={again}>
      {said}
    </Dialog>
  );
}
