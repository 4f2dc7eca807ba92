import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { ExplainDecline } from '#web/features/vacancies/request/explain-decline.tsx';
import { answerCalls, press, says, see, show } from '#test/screen.tsx';

test('by keyboard, focus moves from a reason to the button that changes it, and back', async () => {
  answerCalls<{ reason: string | null }>('/decline-reason', (body) => ({
    reason: body?.reason ?? null,
    markedDate: null,
  }));
  show(<ExplainDecline id={4} date="2026-11-24" />);
  const focused = () => document.activeElement?.textContent;
  const far = await see(() => [...document.querySelectorAll('button')].find((one) => one.textContent === 'Too far'));
  far.focus();
  await userEvent.keyboard('{Enter}');
  await says('Your reason: Too far.');
  await see(() => focused() === 'Change the reason');
  await userEvent.keyboard('{Enter}');
  await see(() => focused() === 'Not available that day');
  await press('Too far');
  await says('Your reason: Too far.');
  expect(document.querySelectorAll('button')).toHaveLength(1);
});
