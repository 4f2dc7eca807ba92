import { productName } from '#domain/product.ts';

/** The parts of one HTML document that differ between pages. */
export type DocumentParts = {
  title: string;
  /** One sentence for search engines and shared links. */
  description: string;
  /** Attributes of <html>: page, role. */
  data: Readonly<Record<string, string>>;
  /** The rest of <head>: inline script, style, links. */
  head: readonly string[];
  /** The prerendered page, or the placeholder until the app runs. */
  body: string;
};

/**
 * One HTML document. The server replaces `data-session="unknown"` with `none` or the role segment of the signed-in user
 * (`school-admin`), so a signed-out page makes no failing call.
 */
export function htmlDocument({ title, description, data, head, body }: DocumentParts): string {
  const attributes = Object.entries({ ...data, session: 'unknown' }).map(([name, value]) => ` data-${name}="${value}"`);
  return `<!doctype html>
<html lang="en"${attributes.join('')}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="application-name" content="${productName}">
<meta name="theme-color" content="#f7f7f4" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#0d1116" media="(prefers-color-scheme: dark)">
<meta name="description" content="${description}">
<title>${title === '' ? productName : `${title} · ${productName}`}</title>
${head.join('\n')}
</head>
<body>
<noscript>${productName} needs JavaScript. Please turn it on for this site.</noscript>
<div id="root">${body}</div>
</body>
</html>
`;
}
