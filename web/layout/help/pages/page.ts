import type { Role } from '#domain/role.ts';
import { profilePath } from '#web/paths.ts';

/** Pages with a picture. `scripts/help-pictures.ts` creates them from the demo. */
export const pictured = [
  'post-absence',
  'several-days',
  'answer-request',
  'message-substitutes',
  'offer-order',
  'request-position',
  'decline',
  'cancel-assignment',
  'weekly-availability',
  'choose-schools',
  'calendar-feed',
  'cover-from-inside',
  'assign',
  'approve-people',
  'import-people',
  'set-shifts',
  'export-reports',
  'fill-the-day',
  'hours',
  'add-school',
  'outbox',
  'what-reaches-me',
  'second-factor',
] as const;
export type PictureId = (typeof pictured)[number];

export type HelpPage = {
  id: string;
  /** Continues "How do I …". */
  title: string;
  roles: readonly Role[];
  /** Synonyms for the search. */
  words: string;
  /** The steps, in order. Text in **stars** is the exact name of a screen, button or field. */
  steps: readonly string[];
  /** Returns the screen where the page's task is done. */
  to?: (role: Role) => string;
};

/** The roles of a page that everyone has. */
export const everyone: readonly Role[] = ['teacher', 'substitute', 'school_admin', 'overall_admin'];
/** Returns a part of the profile. */
export const inProfile = (part: string) => (role: Role) => `${profilePath[role]}?part=${part}`;
/** Returns a screen whose address is the same for every role. */
export const at = (path: string) => () => path;
