import { formatDate } from './time.ts';

/** Most characters of a message's parts, and most people it can go to. */
export const messageLimits = { subject: 200, body: 5000, recipients: 5000 } as const;

interface MessageProblem {
  field: 'message' | 'recipients';
  title: string;
  sentence: string;
}

/** Why a message cannot be sent: the toast's title and sentence, or null. */
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

/** The subject a message begins with: the vacancy it is about, or who writes. */
export function defaultSubject(vacancy: { description: string; date: string } | null): string {
  return vacancy ? `${vacancy.description} - ${formatDate(vacancy.date)}` : 'Message from your teacher';
}

/** Recipients as they are stored and travel: JSON text. Text is taken as it is, a list becomes text. */
export function recipientIdsText(recipients: string | readonly number[]): string {
  return typeof recipients === 'string' ? recipients : JSON.stringify(recipients);
}

/**
 * What the sender must also know where a channel carried nothing, because it is not set up here or nobody can be
 * reached by it; null where all went out. In the application a message always arrives.
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

/** What the sender reads: how many it went to, and how many SMS went out beside it, if any did. */
export function sentSentence(sent: { recipients: number; smsSent: number }): string {
  const sms = sent.smsSent > 0 ? ` ${sent.smsSent} SMS message(s) also sent` : '';
  return `Your message was sent to ${sent.recipients} substitute(s).${sms}`;
}

interface SmsCount {
  isSetUp: boolean;
  /** How many people it would reach. */
  reached: number;
  usedThisMonth: number;
  /** Null where nothing limits them. */
  monthlyLimit: number | null;
}

/**
 * What something urgent costs in SMS, read before it is sent. `of` is to how many people it goes, `atMost` where not all
 * of them may be told, `days` how many times each of them.
 */
export function smsCountSentence(
  { isSetUp, reached, usedThisMonth, monthlyLimit }: SmsCount,
  { of, atMost = false, days = 1 }: { of: number; atMost?: boolean; days?: number },
): string {
  if (!isSetUp) return "Text messages aren't set up here. Everyone will see it in FirstBell.";
  const reach = `${atMost ? 'At most ' : ''}${reached} of ${of} ${of === 1 ? 'person' : 'people'} will get it as a text message${days === 1 ? '' : `, once for each of ${days} days`}. Everyone will see it in FirstBell.`;
  if (monthlyLimit === null) return reach;
  const month = ` ${usedThisMonth} of this month's ${monthlyLimit} text messages are used`;
  const left = Math.max(0, monthlyLimit - usedThisMonth);
  return reach + (reached * days <= left ? `${month}.` : `${month}, so only ${left} more can go out.`);
}
