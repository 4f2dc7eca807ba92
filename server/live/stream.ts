import type { ServerResponse } from 'node:http';
import type { Session } from '#server/security/sessions.ts';

/** An open stream: its user, its session, and its audiences. */
export type Stream = {
  readonly personId: number;
  readonly session: Pick<Session, 'id' | 'tokenHash'>;
  readonly response: ServerResponse;
  audiences: ReadonlySet<string>;
  /** How often the stream's permissions were requested. Only the latest result counts. */
  asked: number;
  /** The event to send once the new permissions are known: it says that they changed. */
  untold: string | null;
};

/**
 * How much may be buffered for a client before it is disconnected, in bytes: about two hundred events. It then
 * reconnects to get the events that it missed.
 */
const mostWaiting = 16_384;

type EventName = 'hello' | 'changed' | 'beat' | 'ended' | 'crowded';

/** Returns an event in wire format. */
export function eventText(name: EventName, data: object = {}): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Sends to a client, or disconnects one that doesn't read. */
export function send({ response }: Stream, text: string): void {
  if (response.destroyed || response.writableEnded) return;
  if ((response.socket?.writableLength ?? 0) > mostWaiting) response.destroy();
  else response.write(text);
}

/** Returns the audiences of every stream, independent of permissions. */
export function ownAudiences({ personId, session }: Pick<Stream, 'personId' | 'session'>): string[] {
  return [`person:${personId}`, `session:${session.id}`];
}

/** How long a client may take to close the connection after the last event, in ms. */
const farewellMs = 2000;

/** Ends the stream. A client that doesn't close the connection is cut off. */
export function finish({ response }: Stream): void {
  const { socket } = response;
  response.end();
  setTimeout(() => socket?.destroy(), farewellMs).unref();
}
