import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A received SMS. */
type CaughtSms = { sid: string; to: string; from: string; body: string; callback: string };

/** The stand-in's answer: accepts the SMS, one of Twilio's errors, or none at all. */
type Verdict = 'accept' | { status: number; code: number; message: string } | 'hang';

export type TwilioStandIn = {
  settings: Record<string, string>;
  sent: CaughtSms[];
  /** How many calls were received, accepted or not. */
  calls: number;
  decide: (sms: CaughtSms) => Verdict | Promise<Verdict>;
  /** Posts a form like Twilio, signed for `publicUrl` and sent to `url`. Returns the status and text. */
  post(
    url: string,
    publicUrl: string,
    path: string,
    fields: Record<string, string>,
    signature?: string,
  ): Promise<{ status: number; text: string }>;
  close(): Promise<void>;
};

const account = 'ACstandin00000000000000000000000000';
const token = 'the-token-of-the-stand-in';

/** Returns a server that implements Twilio's HTTP API, on the loopback address unless another is named. */
export async function standInForTwilio(host = '127.0.0.1'): Promise<TwilioStandIn> {
  const server = createServer((request, response) => {
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    const take = async () => {
      const body = await text(request);
      standIn.calls += 1;
      const expected = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`;
      if (request.url !== `/2010-04-01/Accounts/${account}/Messages.json` || request.method !== 'POST')
        return answer(404, { status: 404, code: 20404, message: 'Not found' });
      if (request.headers.authorization !== expected)
        return answer(401, { status: 401, code: 20003, message: 'Authenticate' });
      const form = new URLSearchParams(body);
      const sms = {
        sid: `SM${String(standIn.calls).padStart(32, '0')}`,
        to: form.get('To') ?? '',
        from: form.get('From') ?? '',
        body: form.get('Body') ?? '',
        callback: form.get('StatusCallback') ?? '',
      };
      const verdict = await standIn.decide(sms);
      if (verdict === 'hang') return;
      if (verdict !== 'accept') return answer(verdict.status, verdict);
      standIn.sent.push(sms);
      answer(201, { sid: sms.sid, status: 'queued', to: sms.to, from: sms.from, body: sms.body });
    };
    void take();
  });
  const standIn: TwilioStandIn = {
    settings: {},
    sent: [],
    calls: 0,
    decide: () => 'accept',
    post: async (url, publicUrl, path, fields, signature) => {
      const signed = `${publicUrl}${path}${Object.keys(fields)
        .toSorted()
        .map((name) => `${name}${fields[name]}`)
        .join('')}`;
      const response = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-twilio-signature': signature ?? createHmac('sha1', token).update(signed).digest('base64'),
        },
        body: new URLSearchParams(fields).toString(),
      });
      return { status: response.status, text: await response.text() };
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  await new Promise<void>((resolve) => server.listen(0, host, () => resolve()));
  const { port } = server.address() as AddressInfo;
  standIn.settings = {
    TWILIO_ACCOUNT_SID: account,
    TWILIO_AUTH_TOKEN: token,
    TWILIO_FROM: '+15185550199',
    TWILIO_API_URL: `http://${host}:${port}`,
    SMS_PER_SECOND: '0',
  };
  return standIn;
}
