import { legalBlocks } from '#domain/legal.ts';

/** Shows a text with headings and paragraphs. HTML in it is shown as typed. */
export function LegalText({ text }: { text: string }) {
  return (
    <div className="grid max-w-[62ch] gap-1">
      {legalBlocks(text).map(({ is, words }, index) =>
        is === 'heading' ? (
          <h2 key={index} className="mt-4 wrap-anywhere first:mt-0">
            {words}
          </h2>
        ) : (
          <p key={index} className="mb-2 wrap-anywhere whitespace-pre-line">
            {words}
          </p>
        ),
      )}
    </div>
  );
}
