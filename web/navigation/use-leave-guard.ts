import { useUnsavedText } from '#web/ui/unsaved.ts';

/** While `dirty`, leaving the screen asks: by a link or Back through us, by closing or reloading through the browser. */
export function useLeaveGuard(dirty: boolean): void {
  useUnsavedText(dirty);
}
