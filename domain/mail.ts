import { productName } from './product.ts';

/** The school's pictures that an email can include. */
type MailPictureKind = 'logo' | 'banner';

/** The branding of the email's school. */
interface MailBranding {
  name: string;
  pictures: readonly { kind: MailPictureKind }[];
}

interface Link {
  label: string;
  href: string;
}

/** The parts of an email: a notification, one button, and an unsubscribe link. */
export interface MailParts {
  title: string;
  body: string;
  link: Link;
  ending: { words: string; href: string } | null;
  branding: MailBranding;
}

const footer = `${productName}: a teacher in every class by the first bell.`;

/** Returns an email as plain text. */
export function mailText({ body, link, ending }: Pick<MailParts, 'body' | 'link' | 'ending'>): string {
  return `${body}\n\n${link.label}: ${link.href}\n\n-- \n${footer}\n${ending === null ? '' : `${ending.words}: ${ending.href}\n`}`;
}

/** An email as an HTML page with the same content. Typed text is escaped. */
// Inline styles for clients that drop style sheets. The sheet only sets the colors of dark mode.
export function mailPage({ title, body, link, ending, branding: { name, pictures } }: MailParts): string {
  const shows = (kind: MailPictureKind) => pictures.some((picture) => picture.kind === kind);
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
${shows('banner') ? banner : ''}<div class="card" style="max-width:560px;margin:0 auto;padding:24px;border-radius:12px;background:#ffffff;color:#1b1f27;font-size:16px;line-height:1.5">
${shows('logo') ? logo(name) : ''}<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escaped(title)}</h1>
<p style="margin:0 0 24px;overflow-wrap:anywhere" dir="auto">${escaped(body).replaceAll('\n', '<br>\n')}</p>
<p style="margin:0"><a href="${escaped(link.href)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1d4ed8;color:#ffffff;font-weight:600;text-decoration:none">${escaped(link.label)}</a></p>
</div>
<p class="quiet" style="max-width:560px;margin:16px auto 0;color:#5b6472;font-size:13px;text-align:center">${escaped(footer)}${ending === null ? '' : `<br>\n<a href="${escaped(ending.href)}" class="quiet" style="color:#5b6472">${escaped(ending.words)}</a>`}</p>
</body>
</html>
`;
}

/** Returns the content id of a picture in an email. */
export function pictureId(kind: MailPictureKind): string {
  return `${kind}@firstbell`;
}

const banner = `<p style="max-width:608px;margin:0 auto 12px"><img src="cid:${pictureId('banner')}" alt="" width="608" style="display:block;width:100%;height:auto;border-radius:12px"></p>
`;

function logo(school: string): string {
  return `<p style="margin:0 0 16px"><img src="cid:${pictureId('logo')}" alt="${escaped(school)}" height="44" style="display:block;height:44px;width:auto;max-width:100%"></p>
`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
