// The page for browser tests of navigation: a list that other tabs can change, real dialogs, a form, and a search.
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import * as z from 'zod/mini';
import { Link } from '#web/navigation/link.tsx';
import { navigate } from '#web/navigation/location.ts';
import { PlaceProvider, usePlace } from '#web/navigation/place.tsx';
import { useLayer } from '#web/navigation/use-layer.ts';
import { useUnsavedText } from '#web/ui/unsaved.ts';
import { useSearch } from '#web/navigation/use-search.ts';
import { useSubject } from '#web/navigation/use-subject.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { DiscardQuestion } from '#web/ui/discard-question.tsx';
import { Drawer } from '#web/ui/drawer.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Menu, MenuItem } from '#web/ui/popover.tsx';
import { showToast } from '#web/ui/toast.ts';
import { Toaster } from '#web/ui/toaster.tsx';

const storedRow = z.object({ id: z.string(), name: z.string(), by: z.optional(z.string()) });
export type Row = z.infer<typeof storedRow>;

/** Lets a test decide when a call gets its reply. */
export type Stage = {
  /** Answers the pending call. */
  answer: () => void;
  /** Closes the most recently opened dialog each time it is called. */
  close: () => void;
  toast: (title: string, duration: number) => void;
  navigate: typeof navigate;
};

declare global {
  interface Window {
    stage: Stage;
  }
}

const stored = () => localStorage.getItem('stage-rows') ?? '[]';

/** Returns the current list. Other tabs can change it. */
function useRows(): Row[] {
  const text = useSyncExternalStore((listener) => {
    addEventListener('storage', listener);
    return () => removeEventListener('storage', listener);
  }, stored);
  return z.array(storedRow).parse(JSON.parse(text));
}

function whatChanged(before: Row, now: Row | null): string | null {
  if (now === null) return `${before.name} was removed in the meantime.`;
  return now.by === before.by ? null : `${now.by ?? 'No one'} was assigned in the meantime.`;
}

function List() {
  const rows = useRows();
  const layer = useLayer('edit');
  const now = rows.find(({ id }) => id === layer.open) ?? null;
  const subject = useSubject(layer.open, now);
  const [isMenuOpen, setMenuOpen] = useState(false);
  return (
    <>
      <PageTitle>List</PageTitle>
      <Link to="/stage/other">Other screen</Link>
      {rows.map(({ id, name }) => (
        <Button key={id} onClick={() => layer.show(id)}>
          {`Edit ${name}`}
        </Button>
      ))}
      <Button onClick={() => setMenuOpen(true)}>Menu</Button>
      <Menu label="More" renderTrigger={(attributes) => <Button {...attributes}>More</Button>}>
        <MenuItem>Nothing</MenuItem>
      </Menu>
      <Drawer open={isMenuOpen} onClose={() => setMenuOpen(false)} label="Menu">
        <Link to="/stage/other" onClick={() => setMenuOpen(false)}>
          Elsewhere
        </Link>
      </Drawer>
      {subject === null ? null : (
        <EditDialog key={subject.id} row={subject} changed={whatChanged(subject, now)} onClose={layer.close} />
      )}
    </>
  );
}

function EditDialog({ row, changed, onClose }: { row: Row; changed: string | null; onClose: () => void }) {
  const [text, setText] = useState(row.name);
  const [isPending, setPending] = useState(false);
  const removal = useLayer('remove');
  useEffect(() => {
    window.stage = { ...window.stage, close: onClose };
  }, [onClose]);
  const save = () => {
    setPending(true);
    window.stage = { ...window.stage, answer: onClose };
  };
  return (
    <>
      <Dialog
        onClose={onClose}
        title={`Editing ${row.name}`}
        dirty={text !== row.name}
        changed={changed}
        footer={
          <>
            <Button onClick={() => removal.show(row.id)}>Remove</Button>
            <CloseButton>Cancel</CloseButton>
            <Button pending={isPending} onClick={save}>
              Save
            </Button>
          </>
        }
      >
        <Field label="Name">
          <Input value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
      </Dialog>
      <ConfirmDialog
        open={removal.open === row.id}
        onClose={removal.close}
        onConfirm={onClose}
        title="Remove it?"
        confirmLabel="Yes, remove"
      >
        It is gone then.
      </ConfirmDialog>
    </>
  );
}

/** Shows a form on a screen, not in a dialog. */
function Other() {
  const [text, setText] = useState('');
  useUnsavedText(text !== '');
  return (
    <>
      <PageTitle>Other</PageTitle>
      <Link to="/stage/list">Back to the list</Link>
      <Field label="Notes">
        <Input value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
    </>
  );
}

/** Lists every text that was searched for, in order. */
function Search() {
  const { typed, type, search } = useSearch();
  const [searches, setSearches] = useState([search]);
  if (searches.at(-1) !== search) setSearches([...searches, search]);
  return (
    <>
      <PageTitle>Search</PageTitle>
      <Link to="/stage/search?search=math&tab=2">Math</Link>
      <Field label="Name">
        <Input value={typed} onChange={(event) => type(event.target.value)} />
      </Field>
      <output>{JSON.stringify(searches)}</output>
    </>
  );
}

function Screen() {
  const { path } = usePlace();
  if (path === '/stage/search') return <Search />;
  return path === '/stage/other' ? <Other /> : <List />;
}

window.stage = {
  answer: () => undefined,
  close: () => undefined,
  toast: (title, duration) => showToast({ title, duration }),
  navigate,
};
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <PlaceProvider>
      <Screen />
      <DiscardQuestion />
      <Toaster />
    </PlaceProvider>,
  );
