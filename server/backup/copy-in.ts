import type pg from 'pg';

/** Rows being copied into a table, in the order of the calls. */
export type CopyIn = {
  /**
   * Sends some bytes in COPY's text format. Resolves when there is room for more.
   *
   * @throws Error from PostgreSQL or the connection as soon as the COPY has failed.
   */
  write(chunk: Uint8Array): Promise<void>;
  /** Ends the COPY. Resolves when PostgreSQL has accepted all rows. @throws Error like `write`. */
  end(): Promise<void>;
};

/**
 * Starts `statement`, a COPY … FROM STDIN, on this client.
 *
 * The copy may fail at any time: PostgreSQL refuses a row while later ones are being sent, or the connection breaks. A
 * failure is only ever reported by the promise of the current or next call, and nothing is sent after it. An event
 * emitter can't promise that: pg-copy-streams forgets its connection when PostgreSQL refuses a row, and writes what it
 * still has buffered to `null` when the socket drains, in a callback whose exception ends the process.
 */
export function copyIn(client: pg.Client, statement: string): CopyIn {
  let failure: { error: Error } | undefined;
  const opened = Promise.withResolvers<pg.Connection>();
  const done = Promise.withResolvers<void>();
  // An abandoned copy may fail while no call is waiting.
  opened.promise.catch(() => undefined);
  done.promise.catch(() => undefined);

  client.query({
    submit: (connection: pg.Connection) => connection.query(statement),
    // `pg` calls these by name.
    handleCopyInResponse: (connection: pg.Connection) => opened.resolve(connection),
    handleCommandComplete: () => undefined,
    handleReadyForQuery: () => done.resolve(),
    handleError: (error: Error) => {
      failure = { error };
      opened.reject(error);
      done.reject(error);
    },
  });

  const open = async () => {
    const { stream } = await opened.promise;
    if (failure !== undefined) throw failure.error;
    return stream;
  };
  return {
    async write(chunk) {
      const stream = await open();
      stream.write(headerOf(chunk));
      if (!stream.write(chunk)) await drained(stream, done.promise);
    },
    async end() {
      const stream = await open();
      stream.write(Buffer.from([0x63, 0, 0, 0, 4]));
      await done.promise;
    },
  };
}

function headerOf(chunk: Uint8Array): Buffer {
  const header = Buffer.alloc(5);
  header.write('d');
  header.writeUInt32BE(chunk.length + 4, 1);
  return header;
}

/** Waits until the stream has room again, or the copy ends. */
async function drained(stream: pg.Connection['stream'], done: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const onDrain = () => resolve();
  stream.once('drain', onDrain);
  try {
    await Promise.race([promise, done]);
  } finally {
    stream.off('drain', onDrain);
  }
}
