import type { ReplyOf } from '#contract/endpoint.ts';
import type { listVacancyHistory } from '#contract/vacancy-history.ts';

export type HistoryEntry = ReplyOf<typeof listVacancyHistory>[number];

/** Returns a history entry of an absence or a job as a sentence: who did what. Without an actor, FirstBell did it. */
export function historyWords(
  { kind, actorId, actorName, substituteId, substituteName, reason }: HistoryEntry,
  of: 'absence' | 'job' = 'absence',
): string {
  const actor = actorName ?? 'FirstBell';
  const substitute = substituteName ?? 'the substitute';
  const bySubstitute = actorId !== null && actorId === substituteId;
  switch (kind) {
    case 'posted':
      return `${actor} posted the ${of}`;
    case 'notified':
      // A wave has its number and the number of people it notified.
      return (
        reason ?? (substituteId === null ? `${actor} notified substitutes` : `${actor} offered it to ${substitute}`)
      );
    case 'offered_again':
      // To everyone else at once, or in waves, which have their own entries.
      return 'It was offered again';
    case 'seen':
      return `${substitute} viewed it`;
    case 'requested':
      return `${substitute} requested it`;
    case 'withdrawn':
      return `${substitute} withdrew the request`;
    case 'declined':
      return `${substitute} declined it`;
    case 'undeclined':
      return `${substitute} undid the decline`;
    case 'approved':
      return actorId === null || bySubstitute
        ? `${substitute} was booked automatically with the first request`
        : `${actor} approved ${substitute}`;
    case 'rejected':
      return `${actor} rejected ${substitute}`;
    case 'assigned':
      return `${actor} assigned ${substitute}`;
    case 'confirmed':
      return `${substitute} confirmed`;
    case 'confirmed_by_phone':
      return `${substitute} confirmed by phone, recorded by ${actor}`;
    case 'asked_again':
      return `${substitute} was asked to confirm the new times`;
    case 'released':
      if (!bySubstitute) return `${actor} released ${substitute}`;
      return reason === null ? `${substitute} can’t come` : `${substitute} canceled`;
    case 'yes_undone':
      return `${substitute} undid the request within 5 minutes`;
    case 'reopened':
      return 'It reopened';
    case 'edited':
      return `${actor} changed it`;
    case 'deleted':
      return `${actor} canceled the ${of}`;
    case 'undone':
      return substituteId === null
        ? reason === null
          ? `${actor} undid the change to the day`
          : `${actor} undid it before anyone was notified`
        : `${actor} undid the answer to ${substitute}'s request`;
    case 'attendance':
      return bySubstitute ? `${substitute} signed in at the office` : `${actor} recorded who came: ${substitute}`;
    case 'corrected':
      return substituteId === null
        ? `${actor} recorded that no one came`
        : `${actor} recorded that ${substitute} was there`;
  }
}

/** Returns a sentence about the offers of a wave that no channel delivered. Returns null if there are none. */
export function undeliveredWords({ offers }: Pick<HistoryEntry, 'offers'>): string | null {
  const names = offers.flatMap(({ name, isUndelivered }) => (isUndelivered === true ? [name] : []));
  if (names.length === 0) return null;
  const list = new Intl.ListFormat('en-US').format(names);
  return `The offer${names.length === 1 ? '' : 's'} to ${list} couldn’t be delivered.`;
}

/** Returns a sentence about the people of a wave whose account was deleted. Returns null if there are none. */
export function deletedWords({ deleted = 0 }: Pick<HistoryEntry, 'deleted'>): string | null {
  if (deleted === 0) return null;
  return deleted === 1 ? '1 account has been deleted since.' : `${deleted} accounts have been deleted since.`;
}

/** Returns a sentence about the offers of a wave that no channel has sent yet. Returns null if there are none. */
export function waitingWords({ offers }: Pick<HistoryEntry, 'offers'>): string | null {
  const waiting = offers.filter(({ isWaiting }) => isWaiting === true).length;
  if (waiting === 0) return null;
  const [offersHave, them] = waiting === 1 ? ['offer has', 'it'] : ['offers have', 'them'];
  return `${waiting} ${offersHave} not been sent yet. We’ll send ${them} as soon as we can.`;
}
