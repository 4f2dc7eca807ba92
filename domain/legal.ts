import { productName } from './product.ts';
import { smsConsentWording } from './sms.ts';

/** The texts that say what people agree to. */
export const legalKinds = ['privacy', 'terms'] as const;
export type LegalKind = (typeof legalKinds)[number];

/** What people read where a text is named. */
export const legalNames: Record<LegalKind, string> = { privacy: 'Privacy', terms: 'Terms' };

/** How long a text may be, in characters: about ten printed pages. */
export const legalLimit = 30_000;

/** A piece of a text: what it is, and its words, in which line breaks count. */
export type LegalBlock = { is: 'heading' | 'paragraph'; words: string };

/**
 * Reads a text: a line that begins with # is a heading, an empty line ends a paragraph. Everything else is words, and
 * HTML in it is no more than that.
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
export const standardLegalDate = '2026-11-22';

/** Our own texts, which hold until somebody replaces them. */
export const standardLegal: Record<LegalKind, string> = {
  privacy: `# What is kept
Your account (name, username, email, phone and what you write in your profile), the schools you belong to, absences and who covered them, messages, and when you were told of what. Passwords are kept in a form that nobody can read.

# Who sees it
Your school's administrators; teachers see approved substitutes of their school, and contact data only of whoever covers for them. Nobody sells it, and no advertiser gets it. Mobile numbers and the agreement to text messages are given to nobody but the carrier that delivers the messages.

# Text messages
They go only to people who agreed and proved their number by a code. The wording is: “${smsConsentWording}” When and from which address you agreed is recorded.

# Notices on a device
Only where you turn them on. They travel through the service of your browser's maker, encrypted for your device: that service sees that something came, and not what. Where they are on, or ${productName} is installed, a substitute's device also keeps the assignments ahead for when there is no connection. Signing out ends both.

# How long
As long as you have an account; messages and what you were told for shorter, as whoever runs this has set. When it is deleted everything personal goes; the days that somebody worked stay in the school's reports without a name, for as long as records must be kept.
All that is kept about you can be downloaded from your profile.

# Cookies
One, which keeps you signed in. There is no tracking.`,
  terms: `# What this is
${productName} brings schools and substitute teachers together. The agreement about a working day is between the school and the substitute.

# Your account
It is yours alone. Choose a password that you use nowhere else, and tell your school if somebody else may know it.

# Text messages
If you agree to them, ${productName} sends text messages about vacancies at your schools, your requests and assignments, and messages from your schools. Message frequency varies. Message and data rates may apply. Reply STOP to end them, START to begin them again, HELP for help. Carriers are not liable for delayed or undelivered messages.

# Links in mails and texts
Whoever holds a link can act on that one vacancy in your name until it starts. Do not pass it on.

# Help
Ask the office of your school.`,
};
