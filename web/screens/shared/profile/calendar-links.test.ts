import { expect, it } from 'vitest';
import { calendarLinks } from '#web/screens/shared/profile/calendar-links.ts';

it('adds a calendar address to Google, Apple and Outlook', () => {
  const url = 'https://firstbell.example/api/calendar/secret.ics';
  expect(calendarLinks(url).map(({ label, href }) => [label, href])).toEqual([
    [
      'Add to Google Calendar',
      'https://calendar.google.com/calendar/r?cid=webcal%3A%2F%2Ffirstbell.example%2Fapi%2Fcalendar%2Fsecret.ics',
    ],
    ['Add to Apple Calendar', 'webcal://firstbell.example/api/calendar/secret.ics'],
    [
      'Add to Outlook',
      'https://outlook.live.com/calendar/0/addfromweb?url=https%3A%2F%2Ffirstbell.example%2Fapi%2Fcalendar%2Fsecret.ics&name=FirstBell',
    ],
  ]);
});
