import { describe, expect, test } from 'vitest';
import { everyDay, type Week } from '#domain/availability.ts';
import { weekInWords } from '#web/screens/school-admin/manage-substitutes/week-words.ts';

const week = (days: Partial<Week>): Week => ({ ...everyDay('unavailable'), ...days });
const weekdays = (value: Week['monday']) =>
  week({ monday: value, tuesday: value, wednesday: value, thursday: value, friday: value });

describe('weekly availability in words', () => {
  test.each<[Week | null, string]>([
    [null, 'No availability saved yet'],
    [everyDay('unavailable'), 'Unavailable all week'],
    [everyDay('all_day'), 'Available every day'],
    [weekdays('all_day'), 'Available every weekday'],
    [weekdays('morning'), 'Available every weekday morning'],
    [everyDay('afternoon'), 'Available every afternoon'],
    [{ ...weekdays('all_day'), saturday: 'morning' }, 'Available every weekday all day, Saturday mornings'],
    [week({ monday: 'all_day', tuesday: 'all_day', thursday: 'all_day' }), 'Available Monday, Tuesday, Thursday'],
    [
      week({ tuesday: 'all_day', wednesday: 'all_day', thursday: 'all_day', friday: 'morning' }),
      'Available Tuesday to Thursday all day, Friday mornings',
    ],
    [week({ friday: 'afternoon' }), 'Available Friday afternoons'],
  ])('%j is described', (said, words) => expect(weekInWords(said)).toBe(words));
});
