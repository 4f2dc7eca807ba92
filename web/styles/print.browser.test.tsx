import { afterEach, expect, test } from 'vitest';
import { cdp } from 'vitest/browser';
import '#web/styles/base.css';
import '#web/styles/print.css';
import { see, show } from '#test/screen.tsx';

afterEach(() => cdp().send('Emulation.setEmulatedMedia', { media: '' }));

test('the mark of a ticked box is printed without backgrounds, too', async () => {
  show(<input type="checkbox" className="tick" defaultChecked />);
  const box = await see(() => document.querySelector('input'));
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' });
  expect(getComputedStyle(box).printColorAdjust).toBe('exact');
});
