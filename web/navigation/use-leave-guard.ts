import { useUnsavedText } from '#web/ui/unsaved.ts';

/** While `dirty`, leaving the screen asks: our dialog for links and Back, the browser's for closing or reloading. */
export function useLeaveGuard(dirty: boolean): void {
  useUnsavedText(dirty);
}
