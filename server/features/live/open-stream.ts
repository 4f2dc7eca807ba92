import type { live as liveCall } from '#contract/live.ts';
import { standingHeaders } from '#server/http/headers.ts';
import { Refused } from '#server/core/refused.ts';
import type { Call } from '#server/http/route.ts';
import { currentSession } from '#server/http/session.ts';

/**
 * Begins the caller's stream of events. It takes its answer over: the body has no end and no length, so that a
 * process that dies in mid-stream is to the browser a stream that ended.
 *
 * @throws {Refused} unavailable while the process stops or does not hear of every change: the reader comes back.
 */
export async function openStream(call: Call<typeof liveCall>): Promise<void> {
  const { live, config, reply, request, query } = call;
  const session = currentSession(call);
  if (call.draining() || !live.isListening())
    throw new Refused('unavailable', 'Live events are not available right now.');
  reply.hijack();
  const response = reply.raw;
  response.removeHeader('transfer-encoding');
  response.writeHead(200, {
    ...standingHeaders(config),
    'content-type': 'text/event-stream; charset=utf-8',
    // Nobody between us and the reader keeps, packs or gathers what must arrive at once.
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-request-id': request.id,
  });
  response.flushHeaders();
  response.socket?.setKeepAlive(true, 30_000);
  // The request lives as long as the stream, which keeps what it needs of the person itself.
  request.session = null;
  await live.open({ response, session, age: query.age ?? 0 });
}
