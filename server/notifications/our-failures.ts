import { sql } from '#server/db/database.ts';

/** The reason of a delivery starts like this if every try was refused only for the moment. */
export const gaveUp = 'Gave up after';
export const notRendered = 'This notification could not be rendered.';

/**
 * Twilio's codes about our account or our text: its queue is full, it is suspended, the text looks like spam, our
 * number isn't verified, our campaign isn't registered.
 */
const accountCodes = [30001, 30002, 30007, 30032, 30034];

const reasons = [
  `${gaveUp} %`,
  notRendered,
  // A mail server's security and policy codes, such as for spam or a missing SPF record.
  '5___5.7.%',
  ...accountCodes.map((code) => `%(Twilio ${code})%`),
];

/** Whether a failed delivery `d` failed because of us or our carrier, so the recipient's address may be right. */
export const isOurFailure = sql`coalesce(d.reason, '') like any(${reasons}::text[])`;
