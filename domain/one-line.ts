/** Line ends, other control characters, and those that turn the direction of what follows. */
export const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu;

/** What people typed as one line without control characters: it can be a mail's subject, or stand within a sentence. */
export function oneLine(text: string): string {
  return text.replace(UNSEEN, ' ').replace(/ {2,}/g, ' ').trim();
}
