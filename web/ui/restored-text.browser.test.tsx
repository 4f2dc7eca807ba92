import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { RestoredText } from '#web/ui/restored-text.tsx';
import { show } from '#test/screen.tsx';

test('starting over focuses the first field, not a button before it', async () => {
  show(
    <form>
      <RestoredText onStartOver={() => {}} />
      <button type="button" data-autofocus="">
        Thank You
      </button>
      <textarea aria-label="Message" />
    </form>,
  );
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveFocus();
});
