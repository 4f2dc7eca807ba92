import * as account from '#server/features/privacy/parts/account.ts';
import * as messages from '#server/features/privacy/parts/messages.ts';
import type { Part } from '#server/features/privacy/parts/part.ts';
import * as work from '#server/features/privacy/parts/work.ts';

/** The parts of the export, in the order of its files. */
export const parts: readonly Part[] = [
  account.profile,
  account.schools,
  account.availability,
  work.vacancies,
  work.emergencyPlan,
  work.history,
  work.attended,
  work.feedback,
  work.timetable,
  work.covered,
  messages.offered,
  messages.exclusion,
  messages.favorite,
  messages.sent,
  messages.told,
  account.consents,
  messages.replies,
  account.sessions,
  account.devices,
  work.hours,
  account.records,
];
