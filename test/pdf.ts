import { inflateSync } from 'node:zlib';

/**
 * The texts of each page of a PDF that `PdfWriter` wrote, in their order. Follows the file's own table of objects, so a wrong
 * position in it fails.
 */
export function pdfTexts(file: Buffer): string[][] {
  const text = file.toString('latin1');
  if (!text.startsWith('%PDF-') || !text.endsWith('%%EOF\n')) throw new Error('This is no PDF.');
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  const offsets = [...text.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
  const objectAt = (number: number) => {
    const at = offsets[number - 1] ?? -1;
    if (!text.startsWith(`${number} 0 obj\n`, at)) throw new Error(`Object ${number} isn't at ${at}.`);
    return at;
  };
  const kids = /\/Kids \[([^\]]*)\] \/Count (\d+)/.exec(text.slice(objectAt(2)));
  const pages = (kids?.[1] ?? '').split(' 0 R').flatMap((part) => (part.trim() === '' ? [] : [Number(part)]));
  if (pages.length !== Number(kids?.[2])) throw new Error('The count of pages is wrong.');
  return pages.map((page) => {
    const contents = Number(/\/Contents (\d+) 0 R/.exec(text.slice(objectAt(page)))?.[1]);
    const at = objectAt(contents);
    const length = Number(/\/Length (\d+)/.exec(text.slice(at))?.[1]);
    const from = text.indexOf('stream\n', at) + 'stream\n'.length;
    const content = new TextDecoder('windows-1252').decode(inflateSync(file.subarray(from, from + length)));
    return [...content.matchAll(/\(((?:\\.|[^\\)])*)\) Tj/g)].map(([, words = '']) => words.replaceAll(/\\(.)/g, '$1'));
  });
}
