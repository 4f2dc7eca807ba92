import * as z from 'zod/mini';
import { approved, endpoint } from '#contract/endpoint.ts';
import { id } from '#contract/fields.ts';

export const listFavorites = endpoint({
  call: 'GET /api/favorites',
  summary: "The caller's favorite substitutes: a teacher's own, or for an admin, the school's. At most 100.",
  access: approved('teacher', 'school_admin'),
  reply: z.array(z.strictObject({ id, fullName: z.string() })),
  errors: ['not_allowed'],
});

export const setFavorite = endpoint({
  call: 'PUT /api/users/:id/favorite',
  summary:
    "Adds a substitute who has worked at the caller's school to the favorites, or removes them: a teacher's own, or for an admin, the school's. The substitute sees it only in the export of their data.",
  access: approved('teacher', 'school_admin'),
  body: z.strictObject({ isFavorite: z.boolean() }),
  errors: ['not_found', 'not_allowed', 'not_worked_here', 'too_many_favorites'],
});
