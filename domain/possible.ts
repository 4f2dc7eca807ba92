import { can, type Actor, type VacancySubject } from './permissions.ts';
import { transition, type VacancyEvent, type VacancyState } from './vacancy.ts';

/** The actions on a vacancy that a reply can offer its reader. */
export const vacancyActs = [
  'request',
  'withdraw',
  'decline',
  'confirm',
  'confirmByPhone',
  'cannotCome',
  'approve',
  'reject',
  'assign',
  'release',
  'swap',
  'edit',
  'annotate',
  'remove',
  'notify',
  'correct',
  'leaveJob',
] as const;

export type VacancyAct = (typeof vacancyActs)[number];

/**
 * Returns the actions that this actor can take on this vacancy now: those that `can` allows and `transition` accepts.
 * Replies include it, so screens offer nothing that the server would answer with 403 or 409.
 */
export function possibleActs(actor: Actor, vacancy: VacancyState & VacancySubject, now: Date): VacancyAct[] {
  return vacancyActs.filter((act) => {
    const action = act === 'cannotCome' ? 'confirm' : act === 'swap' ? 'assign' : act;
    if (!can(actor, `vacancy.${action}`, vacancy)) return false;
    if ((act === 'confirm' || act === 'confirmByPhone') && vacancy.confirmed) return false;
    return transition(vacancy, trialOf(act, actor, vacancy), now).ok;
  });
}

/** Returns the event of an act, with a placeholder if a substitute or a reason has yet to be chosen. */
function trialOf(act: VacancyAct, actor: Actor, vacancy: VacancyState): VacancyEvent {
  const reason = 'to be given';
  const isSubstitute = actor.role === 'substitute';
  switch (act) {
    case 'request':
    case 'withdraw':
    case 'decline':
    case 'confirm':
    case 'cannotCome':
      return { type: act, by: actor.id };
    case 'approve':
      return { type: act, substituteId: vacancy.requestedById ?? 0 };
    case 'assign':
      return { type: act, substituteId: 0 };
    case 'swap':
      return { type: act, substituteId: 0, confirmed: false };
    case 'release':
      return { type: act, by: { id: actor.id, role: isSubstitute ? 'substitute' : 'school_admin' }, reason };
    case 'correct':
      return { type: act, substituteId: null, reason };
    case 'remove':
      return { type: act, by: actor.role === 'teacher' ? 'teacher' : 'school_admin' };
    case 'notify':
      return { type: 'notify' };
    case 'confirmByPhone':
    case 'reject':
    case 'edit':
    case 'annotate':
    case 'leaveJob':
      return { type: act };
  }
}
