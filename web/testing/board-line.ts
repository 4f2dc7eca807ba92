import type { BoardLine } from '#web/features/reports/queries.ts';

/** Returns an uncovered class on the day board for a test, with these changes. */
export function boardLine(parts: Partial<BoardLine> = {}): BoardLine {
  return {
    id: 12,
    section: 'uncovered',
    startTime: '08:00',
    endTime: '15:00',
    shiftType: 'full_day',
    description: 'Fractions',
    room: null,
    teacherId: 2,
    teacherName: 'Maya Okafor',
    absenceReason: 'Illness',
    status: 'open',
    isUrgent: false,
    substitute: null,
    confirmed: null,
    inside: null,
    tried: null,
    waves: null,
    next: null,
    can: [],
    ...parts,
  };
}
