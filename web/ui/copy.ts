import { showToast } from '#web/ui/toast.ts';

/** Puts a text into the clipboard and says so; where the browser lets no page do that, says how it is done by hand. */
export async function copyText(text: string, title: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ title });
  } catch {
    // Without https browsers keep the clipboard to themselves.
    showToast({ title: 'Not copied', text: 'Your browser blocked copying. Select the text and copy it.' });
  }
}
