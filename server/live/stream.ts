import type { ServerResponse } from 'node:http';
import type { Session } from '#server/security/sessions.ts';

/** One open stream: whose it is, by which session, and what they hear of. */
export type Stream = {
  readonly personId: number;
  readonly session: Pick<Session, 'id' | 'tokenHash'>;
  readonly response: ServerResponse;
  audiences: ReadonlySet<string>;
  /** How often its rights were asked for: only the answer to the latest question counts. */
  asked: number;
  /** What its reader hears once its rights are known: that they have changed. */
  untold: string | null;
};

/** What waits for a reader before it is given up, in bytes: some two hundred events. It comes back for all it missed. */
const mostWaiting = 16_384;

type EventName = 'hello' | 'changed' | 'beat' | 'ended' | 'crowded';

/** An event as it goes over the wire. */
export function eventText(name: EventName, data: object = {}): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Sends to a reader, or cuts off one who does not read. */
export function send({ response }: Stream, text: string): void {
  if (response.destroyed || response.writableEnded) return;
  if ((response.socket?.writableLength ?? 0) > mostWaiting) response.destroy();
  else response.write(text);
}

/** The audiences that every stream has, whatever its person may see. */
export function ownAudiences({ personId, session }: Pick<Stream, 'personId' | 'session'>): string[] {
  return [`person:${personId}`, `session:${session.id}`];
}

/** How long a reader may take to hang up after the last that was sent, in ms. */
const farewellMs = 2000;

/** Ends the stream; one who does not hang up is not waited for. */
export function finish({ response }: Stream): void {
  const { socket } = response;
  response.end();
  setTimeout(() => socket?.destroy(), farewellMs).unref();
}
