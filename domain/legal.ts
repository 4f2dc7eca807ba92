import { productName } from './product.ts';
import { smsConsentWording } from './sms.ts';

/** The texts that say what people agree to. */
export const legalKinds = ['privacy', 'terms'] as const;
export type LegalKind = (typeof legalKinds)[number];

/** The display names of the texts. */
export const legalNames: Record<LegalKind, string> = { privacy: 'Privacy', terms: 'Terms' };

/** The maximum length of a text, in characters: about ten printed pages. */
export const legalLimit = 30_000;

/** A block of a text: its kind, and its words with their line breaks. */
export type LegalBlock = { is: 'heading' | 'paragraph'; words: string };

/**
 * Parses a text: a line that begins with # is a heading, and an empty line ends a paragraph. HTML is treated as plain
 * text.
 */
export function legalBlocks(text: string): LegalBlock[] {
  const blocks: LegalBlock[] = [];
  let paragraph: string[] = [];
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ is: 'paragraph', words: paragraph.join('\n') });
    paragraph = [];
  };
  for (const line of text.split(/\r\n|[\r\n]/)) {
    const words = line.trim();
    const heading = words.startsWith('#') ? words.replace(/^#+/, '').trim() : undefined;
    if (heading === undefined && words !== '') {
      paragraph.push(words);
      continue;
    }
    endParagraph();
    if (heading) blocks.push({ is: 'heading', words: heading });
  }
  endParagraph();
  return blocks;
}

/** When our own texts last changed. */
export const standardLegalDate = '2026-11-23';

/** Our own texts, which apply until a school or the platform owner replaces them. */
export const standardLegal: Record<LegalKind, string> = {
  privacy: `# What we store
Your account (name, username, email, phone and what you write in your profile), the schools you belong to, absences and who covered them, messages, and the notifications you got and when. Passwords are stored in a form that no one can read.

# Who sees it
Your school's administrators see it. Teachers see their school's approved substitutes, and contact details only for the substitute who covers for them. We don't sell your data or share it with advertisers. Mobile numbers and the agreement to text messages go only to the carrier that delivers the messages.

# Text messages
We send them only to people who agreed and confirmed their number with a code. You agree to this: “${smsConsentWording}” We record when and from which internet address you agreed.

# Push notifications
You get them only on devices where you turn them on. They go through the push service of your browser's maker, encrypted for your device. That service sees that a notification arrived, but not what it says. If push notifications are on, or ${productName} is installed, a substitute's device also stores upcoming assignments for use without a connection. Signing out ends both.

# How long
We store your data as long as you have an account. Messages and notifications are deleted earlier; the operator of this installation sets when. When your account is deleted, all personal data is deleted with it. The days you worked stay in the school's reports without your name, for as long as the school must keep records.
You can download all data about you from your profile.

# Cookies
We use one cookie, which keeps you signed in. There is no tracking.`,
  terms: `# What this is
${productName} brings schools and substitute teachers together. The agreement about a working day is between the school and the substitute.

# Your account
Your account is for you alone. Choose a password that you don't use anywhere else, and tell your school if someone else may know it.

# Text messages
If you agree to them, ${productName} sends text messages about vacancies at your schools, your requests and assignments, and messages from your schools. Message frequency varies. Message and data rates may apply. Reply STOP to end them, START to get them again, HELP for help. Carriers are not liable for delayed or undelivered messages.

# Links in emails and texts
Anyone who has a link can act on that one vacancy in your name until it starts. Don't share it.

# Help
Ask your school's front office.`,
};
