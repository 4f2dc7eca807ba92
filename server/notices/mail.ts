import { renderNotice } from '#domain/notice.ts';
import type { NoticeFacts, NoticeKind } from '#domain/notice-facts.ts';
import { productName } from '#domain/product.ts';

/** A mail in words: the subject is one line, `html` says the same as `text`. */
export type Mail = { subject: string; text: string; html: string; isUrgent: boolean };

/** A notice as a mail, with one button into the application at `publicUrl`. */
export function renderMail<Kind extends NoticeKind>(kind: Kind, facts: NoticeFacts[Kind], publicUrl: string): Mail {
  const { title, body, path, urgent } = renderNotice(kind, facts);
  const link = `${publicUrl}${path}`;
  return {
    subject: title,
    text: `${body}\n\nOpen ${productName}: ${link}\n\n-- \n${footer}\n`,
    html: page(title, body, link),
    isUrgent: urgent,
  };
}

const footer = `${productName}: a teacher in every room by the first bell.`;

// Inline styles for the clients that drop a style sheet; the sheet only turns the colours for the dark.
function page(title: string, body: string, link: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(title)}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #16181d !important; }
  .card { background: #22252c !important; color: #eceef2 !important; }
  .quiet { color: #aab0bb !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:24px 12px;background:#f2f4f7;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div class="card" style="max-width:560px;margin:0 auto;padding:24px;border-radius:12px;background:#ffffff;color:#1b1f27;font-size:16px;line-height:1.5">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escaped(title)}</h1>
<p style="margin:0 0 24px;overflow-wrap:anywhere" dir="auto">${escaped(body).replaceAll('\n', '<br>\n')}</p>
<p style="margin:0"><a href="${escaped(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1d4ed8;color:#ffffff;font-weight:600;text-decoration:none">Open ${productName}</a></p>
</div>
<p class="quiet" style="max-width:560px;margin:16px auto 0;color:#5b6472;font-size:13px;text-align:center">${escaped(footer)}</p>
</body>
</html>
`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
