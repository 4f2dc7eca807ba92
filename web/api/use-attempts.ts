import { useRef } from 'react';
import { newAttempt } from '#web/api/client.ts';
import type { Attempt, Draft } from '#web/ui/draft.ts';

/**
 * One key per logical attempt at a creating call: sending the same body again uses the same key, and a changed body is
 * a new attempt. With a draft, the key survives a reload, so nothing is created twice.
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
