import { expect, test } from 'vitest';
import { cdp } from 'vitest/browser';
import { PublicPage } from '#web/boot/public-page.tsx';
import { press, says, see, show } from '#test/screen.tsx';

/** Fails the requests to these addresses, as a lost connection does. */
const block = (urls: string[]) => cdp().send('Network.setBlockedURLs', { urls });

test('a registration form that couldn’t be loaded says so, and loads when Register is chosen again', async () => {
  const unhandled: unknown[] = [];
  const collect = (event: PromiseRejectionEvent) => unhandled.push(event.reason);
  addEventListener('unhandledrejection', collect);
  await cdp().send('Network.enable');
  await block(['*register-form.tsx*']);
  show(<PublicPage page="teacher" onEnter={async () => {}} onApproach={() => {}} />);
  (await see(() => document.querySelector<HTMLElement>('[name="username"]'))).focus();
  await press('Register');
  await says('This could not be loaded. Choose Register again.');
  await block([]);
  await press('Register');
  await says('Full Name');
  removeEventListener('unhandledrejection', collect);
  expect(unhandled).toEqual([]);
});
