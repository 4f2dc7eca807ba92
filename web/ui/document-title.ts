import { useEffect } from 'react';

/**
 * Sets the document title to "Screen · Product". The product's name comes from the page (`<meta
 * name="application-name">`).
 */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    const product = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content;
    document.title = product ? `${title} · ${product}` : title;
  }, [title]);
}
