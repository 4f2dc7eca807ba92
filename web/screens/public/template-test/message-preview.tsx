import { useEffect, useRef } from 'react';
import { mailPage, mailText } from '#domain/mail.ts';
import { renderNotice } from '#domain/notice.ts';
import { topicNames } from '#domain/notice-topics.ts';
import { productName } from '#domain/product.ts';
import { renderSms, smsSize } from '#domain/sms.ts';
import { Button } from '#web/ui/button.tsx';
import { copyText } from '#web/ui/copy.ts';
import { SectionHeader } from '#web/ui/headers.tsx';
import * as icons from '#web/ui/icons.ts';

type MessagePreviewProps = { sender: string; subject: string; message: string; isUrgent: boolean };

/**
 * Shows a preview of a message: the email, its plain text and the SMS, from the same templates as real ones. Each can
 * be copied.
 */
export function MessagePreview({ sender, subject, message, isUrgent }: MessagePreviewProps) {
  const facts = { to: 'substitute', sender, subject, body: message, isUrgent, vacancy: null } as const;
  const { title, body } = renderNotice('message', facts);
  const parts = {
    title,
    body,
    link: { label: `Open ${productName}`, href: location.origin },
    ending: { words: `Stop emails like this (${topicNames.messages})`, href: `${location.origin}/unsubscribe` },
    branding: { name: '', pictures: [] },
  };
  const text = mailText(parts);
  const sms = renderSms('message', facts, location.origin);
  const { encoding, segments } = smsSize(sms);
  return (
    <>
      <SectionHeader title="The message" />
      <div className="card grid grid-cols-[minmax(0,1fr)] gap-4 p-5 max-md:p-4">
        <div>
          <h3 className="wrap-anywhere">{subject}</h3>
          <p className="mt-2 wrap-anywhere whitespace-pre-line">{message}</p>
        </div>
        <CopyButton text={`${subject}\n\n${message}`} what="Message" />
      </div>
      <div className="mt-8">
        <SectionHeader title="As an email" />
        <MailFrame title={`The email “${title}”`} html={mailPage(parts)} />
      </div>
      <div className="mt-8">
        <SectionHeader title="As plain text" />
        <div className="card grid grid-cols-[minmax(0,1fr)] gap-4 p-5 max-md:p-4">
          <pre className="font-mono text-meta wrap-anywhere whitespace-pre-wrap">{text}</pre>
          <CopyButton text={text} what="Plain text" />
        </div>
      </div>
      <div className="mt-8">
        <SectionHeader title="As a text message" />
        <div className="card grid grid-cols-[minmax(0,1fr)] gap-4 p-5 max-md:p-4">
          <p className="w-fit rounded-card bg-subtle px-4 py-3 wrap-anywhere text-ink">{sms}</p>
          <p className="text-meta text-ink-3">
            {segments === 1 ? '1 segment' : `${segments} segments`}, {[...sms].length} characters
            {encoding === 'ucs2' ? ', with characters that halve the length of a segment' : ''}. Only urgent messages go
            out by text message. Each segment costs money.
          </p>
          <CopyButton text={sms} what="Text message" />
        </div>
      </div>
    </>
  );
}

function CopyButton({ text, what }: { text: string; what: string }) {
  return (
    <div>
      <Button icon={icons.copy} onClick={() => void copyText(text, `${what} copied`)}>
        Copy<span className="sr-only"> {what.toLowerCase()}</span>
      </Button>
    </div>
  );
}

/**
 * Shows an email as recipients see it, in a frame without scripts and links. The page's policy forbids inline styles in
 * documents, so the email's styles are applied by script.
 */
function MailFrame({ title, html }: { title: string; html: string }) {
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
