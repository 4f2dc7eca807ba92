import { describe, expect, test } from 'vitest';
import { offlinePage, offlineScript } from '#web/layout/offline/offline-page.ts';

const assignment = {
  id: 1,
  date: '2026-11-23',
  startTime: '08:00',
  endTime: '15:00',
  description: 'Math, grade 4',
  classInWords: 'Grade 4 · Room 12',
  schoolName: 'Oak Elementary',
  schoolAddress: '1 Oak Street',
  schoolPhone: '(218) 555-0140',
  reportTime: '07:45',
  alsoCovers: 'You also cover period 3 in Room 12.',
};

// 7:45 PM of the day before in UTC, 8:45 AM at the school.
const known = { knownAt: new Date('2026-11-22T19:45:00Z'), timeZone: 'Pacific/Auckland' };

describe('the offline page', () => {
  test('says that the device is offline, how old its data is, where the substitute is booked and that nothing is sent later', () => {
    const page = offlinePage({ ...known, assignments: [assignment] });
    for (const part of [
      'You are offline',
      'This is what we knew at 8:45 AM on Mon, Nov 23.',
      'Math, grade 4',
      'Monday, November 23, 2026, 8:00 AM to 3:00 PM',
      'Oak Elementary',
      '1 Oak Street',
      'Grade 4 · Room 12',
      'Report to the office by 7:45 AM',
      'Front office <a href="tel:2185550140">(218) 555-0140</a>',
      'You also cover period 3 in Room 12.',
      'Nothing is saved to be sent later.',
    ]) {
      expect(page).toContain(part);
    }
    expect(offlinePage({ ...known, assignments: [] })).toContain('You had no upcoming assignments.');
  });

  test('shows user input as text, and runs no script but its own', () => {
    const page = offlinePage({
      ...known,
      assignments: [{ ...assignment, description: `<img src=x onerror="alert('1')"> & more` }],
    });
    expect(page).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; more');
    expect(page.replace(`<script>${offlineScript}</script>`, '')).not.toMatch(/<script|<img/);
  });
});
