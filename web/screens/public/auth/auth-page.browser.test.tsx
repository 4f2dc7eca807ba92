import { expect, test } from 'vitest';
import { PublicPage } from '#web/boot/public-page.tsx';
import { answerCalls, field, press, see, show, type } from '#test/screen.tsx';

function open(): void {
  show(<PublicPage page="school_admin" onEnter={async () => {}} onApproach={() => {}} />);
}

async function submitLogin(): Promise<void> {
  type(await field('username'), 'nina');
  type(await field('password'), 'copper-lantern-9');
  await submit();
}

async function submit(): Promise<void> {
  (await see(() => document.querySelector('form'))).requestSubmit();
}

const asksForCode = () => Response.json({ code: 'second_factor_required', error: 'Enter the code.' }, { status: 401 });

test('going back from the code leads to the password', async () => {
  open();
  answerCalls('/login', asksForCode);
  await submitLogin();
  const code = await field('otp');
  await see(() => document.activeElement === code);
  await press('Back to the password');
  const password = await field('password');
  await see(() => document.activeElement === password);
  expect(password.value).toBe('copper-lantern-9');
});
