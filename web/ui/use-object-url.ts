import { useEffect, useMemo } from 'react';

/** An address for a file that is only on this device, to look at before it is sent; null without a file. */
export function useObjectUrl(file: File | null): string | null {
  const url = useMemo(() => (file === null ? null : URL.createObjectURL(file)), [file]);
  useEffect(() => {
    if (url !== null) return () => URL.revokeObjectURL(url);
    return undefined;
  }, [url]);
  return url;
}
