import { expect, test } from 'vitest';
import { SetUpDialog } from '#web/features/account/set-up-dialog.tsx';
import { useLayer } from '#web/navigation/use-layer.ts';
import { DiscardQuestion } from '#web/ui/discard-question.tsx';
import { Toaster } from '#web/ui/toaster.tsx';
import { answerCalls, field, press, says, see, show, type } from '#test/screen.tsx';

const toast = () => document.querySelector('[data-toast]')?.textContent ?? '';

/** Opens the dialog by its address, as the profile does. */
function Opened() {
  const layer = useLayer();
  return (
    <>
      <button type="button" onClick={() => layer.show('second-factor')}>
        Set up
      </button>
      {layer.open === 'second-factor' ? <SetUpDialog onClose={layer.close} /> : null}
      <DiscardQuestion />
      <Toaster />
    </>
  );
}

test.each(['its button', 'Back'])('no toast covers the recovery codes: it appears once %s closes them', async (by) => {
  const recoveryCodes = Array.from({ length: 10 }, (_, n) => `aaaa-bbbb-cccc-ddd${n}`);
  answerCalls('', (_body, path) =>
    path.endsWith('/start')
      ? { secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/x?secret=ABCDEFGHIJKLMNOP' }
      : { recoveryCodes },
  );
  show(<Opened />);
  await press('Set up');
  await says('ABCD EFGH IJKL MNOP');
  type(await field('otp'), '123456');
  await press('Turn it on');
  await says('aaaa-bbbb-cccc-ddd9');
  expect(toast()).toBe('');
  if (by === 'Back') {
    history.back();
    await says('Close without the recovery codes?');
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Close')?.click();
  } else await press('I’ve saved them');
  await see(() => toast().includes('Second factor is on'));
});
