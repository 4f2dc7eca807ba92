import { useState, type ComponentType } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

type NotLoadedProps = {
  /** The props of the part. With `onClose`, it is a dialog. */
  of: { onClose?: () => void };
  load: () => Promise<ComponentType<object>>;
};

/** Says that the file of a part failed to load, in its place on the screen or as a dialog, and shows the part once it has loaded. */
export function NotLoaded({ of, load }: NotLoadedProps) {
  const [Loaded, setLoaded] = useState<ComponentType<object> | null>(null);
  const [isTrying, setTrying] = useState(false);
  if (Loaded !== null) return <Loaded {...of} />;
  const retry = async () => {
    setTrying(true);
    try {
      const File = await load();
      setLoaded(() => File);
    } catch {
      // Some browsers remember the failure until the page is loaded again, and a newer build has other files. That works only if the
      // server can be reached.
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
