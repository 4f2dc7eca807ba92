import { showToast } from '#web/ui/toast.ts';

/** Copies a text to the clipboard and says so. If the browser blocks that, says what to do instead. */
export async function copyText(text: string, title: string, instead = 'Select the text and copy it.'): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ title });
  } catch {
    // Without https, browsers don't allow clipboard access.
    showToast({ title: 'Not copied', text: `Your browser blocked copying. ${instead}` });
  }
}
