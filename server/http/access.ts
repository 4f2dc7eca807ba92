import type { Endpoint } from '#contract/endpoint.ts';
import type { Config } from '#server/core/config.ts';
import { Refused } from '#server/core/refused.ts';
import type { Session } from '#server/security/sessions.ts';

/** The methods that may change something. */
export const unsafe: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Returns the first of the three layers of access: the refusal of this session's call to this endpoint. Returns null if
 * it is allowed. The layers below decide about the row.
 */
export function refusalOf({ access, method }: Endpoint, session: Session | null, config: Config): Refused | null {
  if (access.roles === 'anyone') return null;
  if (session === null) return new Refused('not_signed_in', 'Please sign in.');
  const { actor } = session;
  const waitingMay =
    access.pending === 'everybody' ||
    (access.pending === 'substitutes' && actor.role === 'substitute' && config.PENDING_SUBSTITUTE_ACCESS === 'limited');
  if (actor.role === 'overall_admin' && !actor.isPlatformOwner && access.pending !== 'everybody')
    return new Refused('not_allowed', "You don't have permission to do this.");
  if (!access.roles.includes(actor.role)) return new Refused('not_allowed', "You don't have permission to do this.");
  if (!actor.isApproved && actor.role !== 'overall_admin' && !waitingMay)
    return new Refused('approval_pending', 'Your account is waiting for approval.');
  if (session.user.secondFactor === 'required' && access.settingUp !== true)
    return new Refused('second_factor_missing', 'Your account needs a second factor. Set it up first.');
  if (!actor.schoolActive && unsafe.has(method) && access.pending !== 'everybody')
    return new Refused('own_school_inactive', "Your school isn't active right now, so you can't change anything.");
  return null;
}
