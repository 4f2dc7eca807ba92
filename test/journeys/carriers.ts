import { test as base } from '#test/journeys/fixture.ts';
import { catchMail, type MailCatcher } from '#test/mail-catcher.ts';
import { type PushStandIn, standInForPush } from '#test/push-stand-in.ts';
import { standInForTwilio, type TwilioStandIn } from '#test/twilio-stand-in.ts';

/**
 * A FirstBell that really sends email, text messages and push notifications, to stand-ins on this machine. Stories
 * about any of them share it: another set of settings is another server, which takes 9 s of CPU time.
 */
export const test = base.extend<object, { mail: MailCatcher; twilio: TwilioStandIn; service: PushStandIn }>({
  // Playwright reads this pattern to find the fixtures that it needs.
  mail: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const catcher = await catchMail();
      await provide(catcher);
      await catcher.close();
    },
    { scope: 'worker' },
  ],
  twilio: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const standIn = await standInForTwilio();
      await provide(standIn);
      await standIn.close();
    },
    { scope: 'worker' },
  ],
  service: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const standIn = await standInForPush();
      await provide(standIn);
      await standIn.close();
    },
    { scope: 'worker' },
  ],
  carriers: [
    async ({ mail, twilio, service }, provide) =>
      provide({ SMTP_URL: mail.url, ...twilio.settings, SMS_REPLIES: 'on', ...service.settings }),
    { scope: 'worker' },
  ],
});
