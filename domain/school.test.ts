import { describe, expect, test } from 'vitest';
import { defaultTimeZone, isTimeZone, timeZoneOfState } from './school.ts';

describe('the proposed time zone', () => {
  test.each([
    ['New York', 'America/New_York'],
    ['ny', 'America/New_York'],
    [' Texas ', 'America/Chicago'],
    ['HAWAII', 'Pacific/Honolulu'],
    ['District of Columbia', 'America/New_York'],
    ['AZ', 'America/Phoenix'],
    ['West Virginia', 'America/New_York'],
    ['Puerto Rico', 'America/Puerto_Rico'],
    ['U.S. Virgin Islands', 'America/St_Thomas'],
    ['Bavaria', defaultTimeZone],
    ['', defaultTimeZone],
  ])('of %j is %s', (state, zone) => {
    expect(timeZoneOfState(state)).toBe(zone);
  });

  test('is known to the platform for every state, the District of Columbia and the territories', () => {
    const codes =
      'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI';
    const unknown = codes.split(' ').filter((code) => !isTimeZone(timeZoneOfState(code)));
    expect(unknown).toEqual([]);
    const zoneless = codes.split(' ').filter((code) => timeZoneOfState(code) === defaultTimeZone);
    expect(zoneless.join(' ')).toBe('CT DE DC FL GA KY ME MD MA NH NJ NY NC OH PA RI SC VT VA WV');
  });
});

test.each([
  ['America/New_York', true],
  ['America/Indiana/Indianapolis', true],
  ['UTC', true],
  ['Mars/Olympus', false],
  ['+05:00', false],
  ['EST', false],
  ['', false],
  ['America/New_York; DROP', false],
])('%j is a time zone: %s', (zone, wanted) => {
  expect(isTimeZone(zone)).toBe(wanted);
});
