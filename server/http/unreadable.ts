import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import { type ErrorBody, errorStatus } from '#contract/errors.ts';
import type { Config } from '#server/core/config.ts';
import { standingHeaders } from '#server/http/headers.ts';

/**
 * Replies to input that isn't valid HTTP. There is no request and no reply object, so the response is written by hand,
 * in the common error format.
 */
export function answerUnreadable(config: Config): (error: ConnectionError, socket: Socket) => void {
  const headers = {
    ...standingHeaders(config),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    connection: 'close',
  };
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return;
    // Browsers open connections in advance. A reply without a request would wait there and answer their next request.
    if (socket.bytesRead === 0) return void socket.destroy();
    const refusal = refusalOf(error.code);
    const body = JSON.stringify(refusal);
    const status = errorStatus[refusal.code];
    const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body) }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    socket.write([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
    socket.destroySoon();
  };
}

function refusalOf(code: string): ErrorBody {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return { error: 'The address and headers of this request are too large.', code: 'too_large' };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { error: 'This request took too long to arrive. Please try again.', code: 'bad_input' };
    default:
      return { error: 'This request cannot be read.', code: 'bad_input' };
  }
}
