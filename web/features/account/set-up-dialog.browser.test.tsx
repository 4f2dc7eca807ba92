import { expect, test } from 'vitest';
import { SetUpDialog } from '#web/features/account/set-up-dialog.tsx';
import { Toaster } from '#web/ui/toaster.tsx';
import { answerCalls, field, press, says, see, show, type } from '#test/screen.tsx';

const toast = () => document.querySelector('[data-toast]')?.textContent ?? '';

test('no toast covers the recovery codes: it appears once they are closed', async () => {
  const recoveryCodes = Array.from({ length: 10 }, (_, n) => `aaaa-bbbb-cccc-ddd${n}`);
  answerCalls('', (_body, path) =>
    path.endsWith('/start')
      ? { secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/x?secret=ABCDEFGHIJKLMNOP' }
      : { recoveryCodes },
  );
  show(
    <>
      <SetUpDialog onClose={() => undefined} />
      <Toaster />
    </>,
  );
  await says('ABCD EFGH IJKL MNOP');
  type(await field('otp'), '123456');
  await press('Turn it on');
  await says('aaaa-bbbb-cccc-ddd9');
  expect(toast()).toBe('');
  await press('I’ve saved them');
  await see(() => toast().includes('Second factor is on'));
});
