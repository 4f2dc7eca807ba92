import { getDocumentProxy } from 'unpdf';

/** Returns the texts of each page of a PDF, in their order. */
export async function pdfTexts(file: Buffer): Promise<string[][]> {
  const pdf = await getDocumentProxy(new Uint8Array(file));
  const pages: string[][] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    pages.push(items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item.str] : [])));
  }
  return pages;
}
