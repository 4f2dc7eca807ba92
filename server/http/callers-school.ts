import { can } from '#domain/permissions.ts';
import { localDate } from '#domain/time.ts';
import { notAllowed } from '#server/core/refused.ts';
import type { Call } from '#server/http/route.ts';
import { currentSession } from '#server/http/session.ts';

/** The school of the caller, and its date. */
export type CallersSchool = { schoolId: number; schoolName: string; timeZone: string; today: string };

type SchoolAction = 'report.read' | 'hours.read' | 'hours.manage' | 'cover.manage' | 'cover.see';

/**
 * Returns the caller's school, if they may do this there.
 *
 * @throws {Refused} not_allowed for someone without a school, or for a change at an inactive school.
 */
export function callersSchool(
  call: Pick<Call, 'actor' | 'session' | 'now'>,
  act: SchoolAction,
  sentence = "You don't have a school yet.",
): CallersSchool {
  const [school] = currentSession(call).user.schools;
  if (school === undefined || !can(call.actor, act, { schoolId: school.id })) throw notAllowed(sentence);
  const { id, name, timeZone } = school;
  return { schoolId: id, schoolName: name, timeZone, today: localDate(call.now, timeZone) };
}
