import { useEffect, useRef, useState } from 'react';
import { provideAsk } from '#web/api/client.ts';

/**
 * Returns whether refused calls ask for something, and how to answer them all. It asks once, no matter how many calls
 * were refused.
 */
export function useAskedByCalls(code: Parameters<typeof provideAsk>[0]): {
  asked: boolean;
  answer: (isDone: boolean) => void;
} {
  const [asked, setAsked] = useState(false);
  const waiting = useRef<((isDone: boolean) => void)[]>([]);
  useEffect(
    () =>
      provideAsk(code, () => {
        setAsked(true);
        return new Promise((resolve) => waiting.current.push(resolve));
      }),
    [code],
  );
  const answer = (isDone: boolean) => {
    setAsked(false);
    for (const resolve of waiting.current.splice(0)) resolve(isDone);
  };
  return { asked, answer };
}
