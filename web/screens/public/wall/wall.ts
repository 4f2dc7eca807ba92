import type { ReplyOf } from '#contract/endpoint.ts';
import { getWall } from '#contract/wall.ts';
import { reading } from '#web/api/reading.ts';
import { ApiError } from '#web/api/errors.ts';

export type Wall = ReplyOf<typeof getWall>;
export type WallRow = Wall['rows'][number];

const refreshMs = 30_000;
/** A revoked link stays revoked, but an inactive school may be reactivated while no one is near the screen. */
const refusedMs = 300_000;

/** Returns whether the server answered that this link is not valid. */
export const isRefused = (error: unknown) => error instanceof ApiError && error.status === 404;

/**
 * Returns today's classes for the screen with this link. `jitter`, in ms, differs by screen, so that they don't all
 * poll at the same moment.
 */
export function wallQuery(token: string, jitter: number) {
  return reading(
    ['wall', token],
    getWall,
    { params: { token } },
    {
      refetchInterval: ({ state }) => (isRefused(state.error) ? refusedMs : refreshMs) + jitter,
      refetchIntervalInBackground: true,
    },
  );
}
