import type { live as liveCall } from '#contract/live.ts';
import { standingHeaders } from '#server/http/headers.ts';
import { Refused } from '#server/core/refused.ts';
import type { Call } from '#server/http/route.ts';
import { currentSession } from '#server/http/session.ts';

/**
 * Opens the caller's event stream. It takes over the response: the body has no length, so if a process dies in the
 * middle, the browser sees a stream that ended.
 *
 * @throws {Refused} unavailable while the process is stopping or doesn't receive every change. The client then
 * reconnects.
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
    // No proxy may cache, compress or buffer events, because they must arrive immediately.
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-request-id': request.id,
  });
  response.flushHeaders();
  response.socket?.setKeepAlive(true, 30_000);
  // The request lives as long as the stream, which itself keeps the facts that it needs about the person.
  request.session = null;
  await live.open({ response, session, age: query.age ?? 0 });
}
