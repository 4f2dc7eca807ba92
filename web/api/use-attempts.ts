import { useRef } from 'react';
import { newAttempt } from '#web/api/client.ts';

/** One key per logical attempt at a creating call: the same body sent again has the same key, a changed one is a new attempt. */
export function useAttempts(): (body: object) => string {
  const last = useRef({ sent: '', key: '' });
  return (body) => {
    const sent = JSON.stringify(body);
    if (last.current.sent !== sent) last.current = { sent, key: newAttempt() };
    return last.current.key;
  };
}
