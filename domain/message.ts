import { grouped } from './grouped.ts';
import { formatDate } from './time.ts';

/** The maximum lengths of a message's parts, in characters, and the maximum number of recipients. */
export const messageLimits = { subject: 200, body: 5000, recipients: 5000 } as const;

interface MessageProblem {
  field: 'message' | 'recipients';
  title: string;
  sentence: string;
}

/** Returns why a message can't be sent: the toast's title and text. Returns null if it can. */
export function messageProblem(message: { message: string; recipients: readonly number[] }): MessageProblem | null {
  if (message.message.trim() === '') {
    return { field: 'message', title: 'Message required', sentence: 'Please enter a message to send.' };
  }
  if (message.recipients.length === 0) {
    const sentence = 'Please select at least one substitute to send the message to.';
    return { field: 'recipients', title: 'No recipients selected', sentence };
  }
  return null;
}

/** Returns the default subject of a message: the vacancy it is about, or its sender. */
export function defaultSubject(vacancy: { description: string; date: string } | null): string {
  return vacancy ? `${vacancy.description} - ${formatDate(vacancy.date)}` : 'Message from your teacher';
}

/** Recipients as JSON text, for storage and transfer. Text stays unchanged, and a list is serialized. */
export function recipientIdsText(recipients: string | readonly number[]): string {
  return typeof recipients === 'string' ? recipients : JSON.stringify(recipients);
}

/**
 * Tells the sender that a channel delivered nothing because it isn't set up or reaches no one. Returns null if
 * everything went out. A message always appears in the app.
 */
export function channelNote(sent: { emailsSent: number; smsSent: number; isUrgent: boolean }): string | null {
  const silent = [
    sent.emailsSent === 0 ? 'email' : null,
    sent.isUrgent && sent.smsSent === 0 ? 'text message' : null,
  ].filter((name) => name !== null);
  return silent.length === 0
    ? null
    : `No ${silent.join(' and no ')} went out. Your message is in their FirstBell notifications.`;
}

/** Returns the sentence for the sender: the number of recipients, and the number of SMS if there were any. */
export function sentSentence(sent: { recipients: number; smsSent: number }): string {
  const sms = sent.smsSent > 0 ? ` ${sent.smsSent} SMS message(s) also sent` : '';
  return `Your message was sent to ${sent.recipients} substitute(s).${sms}`;
}

interface SmsCount {
  isSetUp: boolean;
  /** How many people the message would reach. */
  reached: number;
  usedThisMonth: number;
  /** It is null if there is no limit. */
  monthlyLimit: number | null;
}

/**
 * Returns the SMS cost of an urgent message, shown before it is sent. `of` is the number of recipients, `atMost` says
 * that not all of them may be notified, and `days` is how many times each of them is.
 */
export function smsCountSentence(
  { isSetUp, reached, usedThisMonth, monthlyLimit }: SmsCount,
  { of, atMost = false, days = 1 }: { of: number; atMost?: boolean; days?: number },
): string {
  if (!isSetUp) return "Text messages aren't set up here. Everyone will see it in FirstBell.";
  const reach = `${atMost ? 'At most ' : ''}${reached} of ${of} ${of === 1 ? 'person' : 'people'} will get it as a text message${days === 1 ? '' : `, once for each of ${days} days`}. Everyone will see it in FirstBell.`;
  if (monthlyLimit === null) return reach;
  const month = ` ${grouped(usedThisMonth)} of this month's ${grouped(monthlyLimit)} text messages are used`;
  const left = Math.max(0, monthlyLimit - usedThisMonth);
  return reach + (reached * days <= left ? `${month}.` : `${month}, so only ${grouped(left)} more can go out.`);
}
