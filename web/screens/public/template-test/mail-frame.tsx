import { useEffect, useRef } from 'react';

/**
 * Shows an email as recipients see it, in a frame without scripts and links. The page's policy forbids inline styles in
 * documents, so the email's styles are applied by script.
 */
export function MailFrame({ title, html }: { title: string; html: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const inner = frame.current?.contentDocument;
    if (!frame.current || !inner) return;
    const sheet = /<style>([^]*?)<\/style>/.exec(html)?.[1] ?? '';
    // Typed text can't match this, because its quotation marks are escaped.
    const plain = html
      .replace(/<style>[^]*?<\/style>/, '')
      .replaceAll(' style="', ' data-look="')
      .replaceAll(/ href="[^"]*"/g, '');
    inner.documentElement.innerHTML = plain.replace(/^[^]*?<html[^>]*>/, '').replace(/<\/html>\s*$/, '');
    inner.documentElement.lang = 'en';
    const looks = inner.defaultView && new inner.defaultView.CSSStyleSheet();
    looks?.replaceSync(sheet);
    if (looks) inner.adoptedStyleSheets = [looks];
    for (const element of inner.querySelectorAll<HTMLElement>('[data-look]'))
      element.style.cssText = element.dataset['look'] ?? '';
    frame.current.height = String(inner.documentElement.scrollHeight);
  }, [html]);
  return (
    <iframe
      ref={frame}
      title={title}
      sandbox="allow-same-origin"
      height="360"
      className="block w-full rounded-control border border-line bg-subtle"
    />
  );
}
