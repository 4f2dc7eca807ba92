import { allowsShift, shiftFields, shiftTimes, shiftTypes, type TimeSpan, type VacancySettings } from './shift.ts';
import { addMinutes, isTime } from './time.ts';

/** The minutes that the form keeps between the end of the morning and the start of the afternoon. */
const SHIFT_GAP = 30;

interface ShiftProblem {
  field: keyof VacancySettings;
  sentence: string;
}

/**
 * Returns why these settings can't be saved: an error for each invalid field. A morning that ends when the afternoon
 * starts is accepted. Only the form keeps a gap.
 */
export function shiftProblems(settings: VacancySettings): ShiftProblem[] {
  const problems: ShiftProblem[] = [];
  const allowed = shiftTypes.filter((type) => allowsShift(settings, type));
  if (allowed.length === 0) {
    const sentence = 'At least one shift type must be enabled for teachers to create vacancies.';
    problems.push({ field: 'allowFullDay', sentence });
  }
  for (const type of shiftTypes) {
    const { name, start, end } = shiftFields[type];
    for (const field of [start, end]) {
      if (settings[field] !== '' && !isTime(settings[field])) {
        problems.push({ field, sentence: 'Please enter a time as HH:mm, from 00:00 to 23:59.' });
      }
    }
    const times = shiftTimes(settings, type);
    if (times && allowed.includes(type) && times.start >= times.end) {
      problems.push({ field: end, sentence: `The ${name.toLowerCase()} must end after it starts.` });
    }
  }
  const halves = bothHalves(settings);
  if (halves && halves.morning.end > halves.afternoon.start) {
    problems.push({ field: 'afternoonStart', sentence: 'Morning and afternoon shifts cannot overlap' });
  }
  return problems;
}

function bothHalves(settings: VacancySettings): { morning: TimeSpan; afternoon: TimeSpan } | null {
  if (!settings.allowMorningShift || !settings.allowAfternoonShift) return null;
  const morning = shiftTimes(settings, 'morning');
  const afternoon = shiftTimes(settings, 'afternoon');
  return morning && afternoon && { morning, afternoon };
}

/**
 * Returns the settings form's adjustment as people type: if morning and afternoon are both allowed and the morning
 * doesn't end before the afternoon starts, the afternoon moves to 30 minutes after the morning's end.
 */
export function alignAfternoon(settings: VacancySettings): VacancySettings {
  const halves = bothHalves(settings);
  if (!halves || halves.morning.end < halves.afternoon.start) return settings;
  return { ...settings, afternoonStart: addMinutes(halves.morning.end, SHIFT_GAP) };
}
