/** Line ends, other control characters, and characters that change the direction of text. */
export const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu;

/** Returns typed text as one line without control characters, safe as an email subject or within a sentence. */
export function oneLine(text: string): string {
  return text.replace(UNSEEN, ' ').replace(/ {2,}/g, ' ').trim();
}
