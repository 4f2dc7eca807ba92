import type { ReplyOf } from '#contract/endpoint.ts';
import type { listVacancyHistory } from '#contract/vacancies.ts';

export type HistoryEntry = ReplyOf<typeof listVacancyHistory>[number];

/** One line of a vacancy's history as a sentence: who did what. What no person did, FirstBell did. */
export function historyWords({ kind, actorId, actorName, substituteId, substituteName, reason }: HistoryEntry): string {
  const actor = actorName ?? 'FirstBell';
  const substitute = substituteName ?? 'the substitute';
  const bySubstitute = actorId !== null && actorId === substituteId;
  switch (kind) {
    case 'posted':
      return `${actor} posted the absence`;
    case 'notified':
      return `${actor} notified substitutes`;
    case 'seen':
      return `${substitute} looked at it`;
    case 'requested':
      return `${substitute} requested it`;
    case 'withdrawn':
      return `${substitute} took the request back`;
    case 'declined':
      return `${substitute} declined it`;
    case 'undeclined':
      return `${substitute} took the decline back`;
    case 'approved':
      return actorId === null ? `${substitute} was booked as the first who asked` : `${actor} approved ${substitute}`;
    case 'rejected':
      return `${actor} rejected ${substitute}`;
    case 'assigned':
      return `${actor} assigned ${substitute}`;
    case 'confirmed':
      return `${substitute} confirmed`;
    case 'released':
      if (!bySubstitute) return `${actor} released ${substitute}`;
      return reason === null ? `${substitute} cannot come` : `${substitute} cancelled`;
    case 'reopened':
      return 'It opened again';
    case 'edited':
      return `${actor} changed it`;
    case 'deleted':
      return `${actor} cancelled the absence`;
    case 'undone':
      return `${actor} undid the answer to ${substitute}'s request`;
    case 'corrected':
      return substituteId === null
        ? `${actor} recorded that no one came`
        : `${actor} recorded that ${substitute} was there`;
  }
}
