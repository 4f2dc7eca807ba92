import type { Stream } from '#server/live/stream.ts';

/** The register of streams and the audiences whose events they receive. */
export type Register = {
  /** Subscribes a stream to these audiences and no others. */
  setAudiences(stream: Stream, audiences: readonly string[]): void;
  remove(stream: Stream): void;
  has(stream: Stream): boolean;
  /** Returns all streams of these audiences, each once. */
  of(audiences: readonly string[]): Stream[];
  all(): Stream[];
  size(): number;
};

/** Returns an empty register. */
export function makeRegister(): Register {
  const streams = new Set<Stream>();
  const byAudience = new Map<string, Set<Stream>>();

  const leave = (stream: Stream, audience: string) => {
    const members = byAudience.get(audience);
    members?.delete(stream);
    if (members?.size === 0) byAudience.delete(audience);
  };
  const join = (stream: Stream, audience: string) => {
    const members = byAudience.get(audience);
    if (members === undefined) byAudience.set(audience, new Set([stream]));
    else members.add(stream);
  };
  return {
    setAudiences: (stream, audiences) => {
      const wanted = new Set(audiences);
      for (const audience of stream.audiences) if (!wanted.has(audience)) leave(stream, audience);
      for (const audience of wanted) if (!stream.audiences.has(audience)) join(stream, audience);
      stream.audiences = wanted;
      streams.add(stream);
    },
    remove: (stream) => {
      for (const audience of stream.audiences) leave(stream, audience);
      stream.audiences = new Set();
      streams.delete(stream);
    },
    has: (stream) => streams.has(stream),
    of: (audiences) => {
      const [only] = audiences;
      if (only !== undefined && audiences.length === 1) return [...(byAudience.get(only) ?? [])];
      return [...new Set(audiences.flatMap((audience) => [...(byAudience.get(audience) ?? [])]))];
    },
    all: () => [...streams],
    size: () => streams.size,
  };
}
