import { useEffect } from 'react';

/** Names the document "Screen · Product"; the product's name is the page's own (`<meta name="application-name">`). */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    const product = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content;
    document.title = product ? `${title} · ${product}` : title;
  }, [title]);
}
