import { useLayer } from '#web/navigation/use-param.ts';

/** The vacancy whose 'Request Assignment' dialog is open, in the address: `?request=ID`. */
export function useAsked(): { asked: number | null; ask: (id: number) => void; close: () => void } {
  const { open, show, close } = useLayer('request');
  const named = Number(open);
  return { asked: Number.isSafeInteger(named) && named > 0 ? named : null, ask: (id) => show(String(id)), close };
}
