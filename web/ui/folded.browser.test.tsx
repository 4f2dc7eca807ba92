import { useState } from 'react';
import { expect, test } from 'vitest';
import { Folded } from '#web/ui/folded.tsx';
import { press, see, show } from '#test/screen.tsx';

function Form() {
  const [value, set] = useState('6:00');
  return (
    <>
      <Folded summary="Hours" isChanged={value !== '6:00'}>
        <button type="button" onClick={() => set('6:00')}>
          Revert {value}
        </button>
      </Folded>
      <button type="button" onClick={() => set('7:00')}>
        Change
      </button>
    </>
  );
}

test('a folded part opens once it has changed, and stays open with the focus when the change is gone', async () => {
  show(<Form />);
  const details = await see(() => document.querySelector('details'));
  expect(details.open).toBe(false);
  await press('Change');
  await see(() => details.open);
  const revert = await see(() => details.querySelector('button'));
  revert.focus();
  revert.click();
  await see(() => revert.textContent === 'Revert 6:00');
  expect([details.open, document.activeElement]).toEqual([true, revert]);
});
