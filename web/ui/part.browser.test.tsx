import type { ComponentType } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { useLayer } from '#web/navigation/use-layer.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { part } from '#web/ui/part.tsx';
import { press, says, see, show } from '#test/screen.tsx';

afterEach(() => vi.restoreAllMocks());

/** Takes the server out of reach. Returns whether the device knows. */
function goOffline() {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  return vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
}

/** Returns a part whose file fails to load while the network is down. */
function loadedPart<Props extends object>(Content: ComponentType<Props>) {
  const network = { isDown: true };
  const load = async () => {
    if (network.isDown) throw new TypeError('Failed to fetch dynamically imported module');
    return { Content };
  };
  return { Part: part(load, 'Content'), network };
}

type Closable = ComponentType<{ onClose: () => void }>;

const Editing: Closable = ({ onClose }) => (
  <Dialog title="Editing Art" onClose={onClose}>
    Art
  </Dialog>
);

function showScreen(Edit: Closable) {
  function Screen() {
    const layer = useLayer('edit');
    return (
      <main>
        <h1 tabIndex={-1}>My Vacancies</h1>
        <button onClick={() => layer.show('1')}>Edit Art</button>
        {layer.open === null ? null : <Edit onClose={layer.close} />}
      </main>
    );
  }
  show(<Screen />);
}

function openScreen() {
  const { Part: Edit, network } = loadedPart(Editing);
  showScreen(Edit);
  return network;
}

async function tap(label: string): Promise<void> {
  const all = () => [...document.querySelectorAll('button')];
  (await see(() => all().find(({ textContent }) => textContent === label))).focus();
  await press(label);
}

const isClosed = async () => {
  await see(() => document.querySelector('dialog[open]') === null && !location.search.includes('edit'));
  await see(() => document.activeElement?.textContent === 'Edit Art');
};

test('a dialog whose file does not load leaves the screen, says why, and opens with the same tap once it can', async () => {
  const isOnline = goOffline();
  const network = openScreen();
  // Removes the entries ahead, which the dialog's own entry would replace.
  history.pushState(history.state, '');
  const entries = history.length;
  for (const _ of ['once', 'twice']) {
    await tap('Edit Art');
    await says('You’re offline. Try again once you’re connected.');
    await says('My Vacancies');
    expect(location.search).toContain('edit=1');
    await tap('Try again');
    await says('You’re offline. Try again once you’re connected.');
    await press('Close');
    await isClosed();
  }
  expect(history.length).toBe(entries + 1);
  isOnline.mockReturnValue(true);
  network.isDown = false;
  await tap('Edit Art');
  await says('Editing Art');
  await press('Close');
  await isClosed();
});

test('a dialog whose file does not load on a bad connection opens in its place with Try again', async () => {
  goOffline().mockReturnValue(true);
  const network = openScreen();
  await tap('Edit Art');
  await says('This could not be loaded. Check your connection and try again.');
  network.isDown = false;
  await press('Try again');
  await says('Editing Art');
  await press('Close');
  await isClosed();
});

test('a section whose file does not load says so in its place', async () => {
  goOffline();
  const { Part: Year, network } = loadedPart(() => <p>3 days this year</p>);
  show(
    <main>
      <h1>My Vacancies</h1>
      <Year />
    </main>,
  );
  await says('You’re offline. Try again once you’re connected.');
  await says('My Vacancies');
  network.isDown = false;
  await press('Try again');
  await says('3 days this year');
});

test('Escape closes a dialog whose file is still loading', async () => {
  const file = Promise.withResolvers<{ Content: Closable }>();
  showScreen(part(() => file.promise, 'Content'));
  await tap('Edit Art');
  await see(() => location.search.includes('edit=1'));
  await userEvent.keyboard('{Escape}');
  await isClosed();
  file.resolve({ Content: Editing });
  await tap('Edit Art');
  await says('Editing Art');
  await userEvent.keyboard('{Escape}');
  await isClosed();
});
