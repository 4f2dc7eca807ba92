import { validateRequest } from 'twilio/lib/webhooks/webhooks.js';
import * as z from 'zod/mini';
import type { Config } from '#server/core/config.ts';
import { presentable } from '#server/notifications/transport.ts';

/** Twilio's answer. `hasStopped`: the recipient once replied STOP to this number. */
type TwilioAnswer =
  | { isAccepted: true; carrierId: string }
  | { isAccepted: false; isPermanent: boolean; hasStopped: boolean; reason: string };

/** Twilio, at the address from the settings. */
export type Twilio = {
  /** Sends one SMS. Delivery reports are posted to `callback`. */
  send(sms: { to: string; text: string; callback: string }): Promise<TwilioAnswer>;
};

/** The recipient has replied STOP. */
const stopped = 21_610;
const patienceMs = 20_000;

/**
 * Opens Twilio. Its whole library is imported only here, if SMS are set up: that takes twenty times as long as its
 * signatures alone.
 */
export async function openTwilio({
  TWILIO_ACCOUNT_SID = '',
  TWILIO_AUTH_TOKEN = '',
  TWILIO_FROM = '',
  TWILIO_API_URL,
}: Config): Promise<Twilio> {
  const { default: twilio } = await import('twilio');
  const { RequestClient } = twilio;
  const base = TWILIO_API_URL.replace(/\/$/, '');
  const carrier = new RequestClient({ timeout: patienceMs });
  const ask = carrier.request.bind(carrier);
  // The library knows only its own hosts. Its requests are sent to the address from the settings instead.
  carrier.request = (options) => ask({ ...options, uri: options.uri.replace('https://api.twilio.com', base) });
  const client = twilio(TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, { httpClient: carrier });
  const sender = TWILIO_FROM.startsWith('MG') ? { messagingServiceSid: TWILIO_FROM } : { from: TWILIO_FROM };
  return {
    send: async ({ to, text, callback }) => {
      try {
        const { sid } = await client.messages.create({ to, body: text, statusCallback: callback, ...sender });
        return { isAccepted: true, carrierId: sid };
      } catch (error) {
        return refusalOf(error, to);
      }
    },
  };
}

/** Returns whether a call came from Twilio. Its signature covers the address it was sent to and its content. */
export function isFromTwilio(
  { TWILIO_AUTH_TOKEN }: Config,
  signature: string,
  url: string,
  said: Record<string, string>,
): boolean {
  return TWILIO_AUTH_TOKEN !== undefined && validateRequest(TWILIO_AUTH_TOKEN, signature, url, said);
}

const twilioError = z.object({
  status: z.optional(z.number()),
  code: z.optional(z.union([z.number(), z.string()])),
  message: z.optional(z.string()),
});

function refusalOf(error: unknown, to: string): TwilioAnswer {
  const { status, code, message = 'Twilio gave no reason.' } = twilioError.safeParse(error).data ?? {};
  // Wrong credentials and rate limits have nothing to do with this SMS. They may be fixed by the next attempt.
  const isPermanent =
    status !== undefined && status >= 400 && status < 500 && ![401, 403, 404, 408, 429].includes(status);
  return {
    isAccepted: false,
    isPermanent,
    hasStopped: code === stopped,
    reason: presentable(status === undefined ? message : `${status} ${message}`, to),
  };
}
