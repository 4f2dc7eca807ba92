import * as z from 'zod/mini';
import { anyone, approved, endpoint } from '#contract/endpoint.ts';
import { date, id, instant, times } from '#contract/fields.ts';
import { wallLimits } from '#domain/wall.ts';

export const listWallLinks = endpoint({
  call: 'GET /api/wall-links',
  summary: `The links to the wall view of the caller's school, newest first, at most ${wallLimits.links}. The addresses themselves are shown only once, when they are created.`,
  access: approved('school_admin'),
  reply: z.array(
    z.strictObject({
      id,
      madeBy: z.string(),
      madeAt: instant,
      /** When a screen last opened it, to within five minutes. It is null if none has. */
      openedAt: z.nullable(instant),
    }),
  ),
  errors: ['not_allowed'],
});

export const createWallLink = endpoint({
  call: 'POST /api/wall-links',
  // It isn't `creates`, because an Idempotency-Key stores the reply, and this reply is a secret. If the reply is lost,
  // the link is still in the list and can be revoked.
  summary: `Creates a secret, read-only address for today's classes of the caller's school. A school has at most ${wallLimits.links}.`,
  access: approved('school_admin'),
  status: 201,
  reply: z.strictObject({ id, url: z.string() }),
  errors: ['not_allowed', 'too_many_wall_links', 'too_many_requests'],
});

export const revokeWallLink = endpoint({
  call: 'DELETE /api/wall-links/:id',
  summary: "Revokes a link to the wall view of the caller's school. Screens that use it stop showing the day.",
  access: approved('school_admin'),
  errors: ['not_allowed', 'not_found'],
});

/** One class on a wall, without anything that a visitor in the hallway shouldn't read. */
const wallRow = z.strictObject({
  /** The room that the title or the notes name: 'Room 12'. */
  room: z.nullable(z.string()),
  ...times,
  /** 'Extra hands' if no teacher is absent. */
  teacher: z.string(),
  /** The assigned substitute, or the colleagues who cover every period. It is null while the class is uncovered. */
  substitute: z.nullable(z.string()),
  isCovered: z.boolean(),
});

export const getWall = endpoint({
  call: 'GET /api/wall/:token',
  summary:
    "Today's classes of the school with this secret address, uncovered ones first, at most 500. Contains nothing else about the school or its people.",
  access: anyone,
  // Anything that isn't a current secret address gets 404.
  params: z.strictObject({ token: z.string().check(z.maxLength(200)) }),
  reply: z.strictObject({ school: z.string(), date, rows: z.array(wallRow) }),
  errors: ['not_found', 'too_many_requests'],
});
