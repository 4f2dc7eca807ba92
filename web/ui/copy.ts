import { showToast } from '#web/ui/toast.ts';

/** Copies a text to the clipboard and says so. If the browser blocks that, explains how to copy by hand. */
export async function copyText(text: string, title: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ title });
  } catch {
    // Without https, browsers don't allow clipboard access.
    showToast({ title: 'Not copied', text: 'Your browser blocked copying. Select the text and copy it.' });
  }
}
