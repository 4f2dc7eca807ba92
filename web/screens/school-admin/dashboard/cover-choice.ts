import type { CoverKind } from '#domain/cover.ts';
import type { Colleague, NeededPeriod } from '#web/screens/school-admin/dashboard/cover-queries.ts';

/** The front office's choice for a period. Several colleagues share a split class. */
export type Choice = {
  ids: readonly (number | null)[];
  kind: CoverKind;
  room: string;
  /** The number of students typed for each colleague. */
  sizes: readonly string[];
  note: string;
};

export type Choices = ReadonlyMap<string, Choice>;

/** Returns the name of a class's period in the choices. */
export function keyOf({ vacancyId, period }: Pick<NeededPeriod, 'vacancyId' | 'period'>): string {
  return `${vacancyId} ${period}`;
}

/** Returns whether a period still needs a choice. */
export function isWanting({ isCovered, isOver, covers }: NeededPeriod): boolean {
  return !isCovered && !isOver && !covers.some(({ state }) => state === 'asked');
}

/** Returns the choice for a period, or else the suggestion. */
export function choiceOf(choices: Choices, period: NeededPeriod): Choice {
  return choices.get(keyOf(period)) ?? { ids: [period.proposedId], kind: 'period', room: '', sizes: [''], note: '' };
}

/** Returns whether a colleague was asked for this period of the day and said no. */
export function hasSaidNo({ saidNo }: Colleague, { period }: NeededPeriod): boolean {
  return saidNo.includes(period);
}

/**
 * Returns the colleagues who can be chosen for a period, those who said no to it last. A split or combined class can
 * also join a colleague's own.
 */
export function choosable(
  colleagues: readonly Colleague[],
  period: NeededPeriod,
  { kind }: Pick<Choice, 'kind'>,
  taken: ReadonlySet<number>,
): Colleague[] {
  const joins = kind === 'split' || kind === 'combined';
  const able = colleagues.filter(({ id, free, obstacles }) => {
    if (taken.has(id) && kind !== 'study_hall') return false;
    if (free.includes(period.period)) return true;
    const obstacle = obstacles.find((each) => each.period === period.period)?.obstacle;
    return joins && obstacle === 'teaching';
  });
  return able.toSorted((a, b) => Number(hasSaidNo(a, period)) - Number(hasSaidNo(b, period)));
}

/** Returns the colleagues who are chosen for this period in other classes. */
export function takenElsewhere(choices: Choices, periods: readonly NeededPeriod[], own: NeededPeriod): Set<number> {
  const others = periods.filter((each) => each.period === own.period && keyOf(each) !== keyOf(own) && isWanting(each));
  return new Set(others.flatMap((each) => choiceOf(choices, each).ids.filter((id) => id !== null)));
}

/** Returns the entries to send, one for each chosen colleague. */
export function asksOf(choices: Choices, periods: readonly NeededPeriod[]) {
  return periods.filter(isWanting).flatMap((period) => {
    const { ids, kind, room, sizes, note } = choiceOf(choices, period);
    return ids.flatMap((colleagueId, nth) => {
      if (colleagueId === null) return [];
      const size = sizes[nth]?.trim() ?? '';
      return [
        {
          vacancyId: period.vacancyId,
          period: period.period,
          colleagueId,
          kind,
          ...(room.trim() !== '' && { room: room.trim() }),
          ...(/^\d{1,3}$/.test(size) && { size: Number(size) }),
          ...(note.trim() !== '' && { note: note.trim() }),
        },
      ];
    });
  });
}
