import { expect, test } from 'vitest';
import { sendLogin } from '#web/screens/public/auth/send-login.ts';
import { answerCalls } from '#test/screen.tsx';

const input = { username: 'nina', password: 'copper-lantern-9' };

test('a login whose next step can’t be loaded fails, so the form stays, and can be sent again', async () => {
  answerCalls('/login', () =>
    Response.json({ code: 'second_factor_required', error: 'Enter the code.' }, { status: 401 }),
  );
  let loads = 0;
  const fetchCodeStep = async () => {
    loads += 1;
    if (loads === 1) throw new TypeError('Failed to fetch dynamically imported module');
  };
  await expect(sendLogin(input, fetchCodeStep)).rejects.toBeInstanceOf(TypeError);
  await expect(sendLogin(input, fetchCodeStep)).rejects.toMatchObject({ code: 'second_factor_required' });
  expect(loads).toBe(2);
});
