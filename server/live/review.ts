import { audiencesOf } from '#domain/live.ts';
import type { Log } from '#server/core/log.ts';
import type { Database } from '#server/db/database.ts';
import type { Register } from '#server/live/register.ts';
import { ownAudiences, send, type Stream } from '#server/live/stream.ts';
import { actorsOfSessions } from '#server/security/sessions.ts';

type ReviewDeps = {
  db: Database;
  clock: () => Date;
  log: Log;
  register: Register;
  end: (stream: Stream, farewell?: 'ended') => void;
};

/** Returns the function that reloads the permissions of these streams and ends those whose session is over. */
export function openReviews({
  db,
  clock,
  log,
  register,
  end,
}: ReviewDeps): (streams: readonly Stream[]) => Promise<void> {
  return async (streams) => {
    const asked = streams.map((stream) => ({ stream, question: (stream.asked += 1) }));
    try {
      const actors = await actorsOfSessions(
        db,
        streams.map(({ session }) => session.tokenHash),
        clock(),
      );
      for (const { stream, question } of asked) {
        if (stream.asked !== question || !register.has(stream)) continue;
        const actor = actors.get(stream.session.id);
        if (actor === undefined) {
          end(stream, 'ended');
          continue;
        }
        register.setAudiences(stream, [...ownAudiences(stream), ...audiencesOf(actor)]);
        if (stream.untold !== null) send(stream, stream.untold);
        stream.untold = null;
      }
    } catch (error) {
      // Their permissions are unknown, so they must reconnect.
      log.warn({ err: error }, 'live events: permissions could not be read');
      for (const { stream } of asked) end(stream);
    }
  };
}
