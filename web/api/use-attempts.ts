import { useRef } from 'react';
import { newAttempt } from '#web/api/client.ts';
import type { Attempt, Draft } from '#web/ui/draft.ts';

/**
 * One key per logical attempt at a creating call: the same body sent again has the same key, a changed one is a new
 * attempt. With a draft, the key survives a reload: what may have been created is not created again.
 */
export function useAttempts(draft?: Pick<Draft<unknown>, 'attempt' | 'keepAttempt'>): (body: object) => string {
  const last = useRef<Attempt | null>(null);
  return (body) => {
    const sent = JSON.stringify(body);
    last.current ??= draft?.attempt() ?? null;
    if (last.current?.sent !== sent) last.current = { sent, key: newAttempt() };
    draft?.keepAttempt(last.current);
    return last.current.key;
  };
}
