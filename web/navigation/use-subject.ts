import { useState } from 'react';

/**
 * Returns the row that a layer is about, in its state when the layer opened. It is kept until the layer closes, even if
 * the list no longer has it, so other people's changes can't take a form and its text away. `now` is the current row:
 * null if it is gone, undefined while it isn't known.
 */
export function useSubject<Row extends object>(open: string | null, now: Row | null | undefined): Row | null {
  const [kept, keep] = useState<{ open: string; row: Row } | null>(null);
  if (kept !== null && kept.open !== open) keep(null);
  if (open !== null && kept?.open !== open && now) keep({ open, row: now });
  return kept?.open === open ? kept.row : null;
}
