import { useEffect, useMemo } from 'react';

/** Returns an object URL to preview a file before the upload. Returns null if there is no file. */
export function useObjectUrl(file: File | null): string | null {
  const url = useMemo(() => (file === null ? null : URL.createObjectURL(file)), [file]);
  useEffect(() => {
    if (url !== null) return () => URL.revokeObjectURL(url);
    return undefined;
  }, [url]);
  return url;
}
