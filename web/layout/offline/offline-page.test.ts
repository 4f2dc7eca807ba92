import { describe, expect, test } from 'vitest';
import { offlinePage } from '#web/layout/offline/offline-page.ts';

const assignment = {
  id: 1,
  date: '2026-11-23',
  startTime: '08:00',
  endTime: '15:00',
  description: 'Math, grade 4',
  schoolName: 'Oak Elementary',
  schoolAddress: '1 Oak Street',
  alsoCovers: 'You also cover period 3 in Room 12.',
};

describe('the offline page', () => {
  test('says that the device is offline, how old its data is, where the substitute is booked and that nothing is sent later', () => {
    const page = offlinePage({ knownAt: '5:45 AM', assignments: [assignment] });
    for (const part of [
      'You are offline',
      'This is what we knew at 5:45 AM.',
      'Math, grade 4',
      'Monday, November 23, 2026, 8:00 AM to 3:00 PM',
      'Oak Elementary',
      '1 Oak Street',
      'You also cover period 3 in Room 12.',
      'Nothing is saved to be sent later.',
    ]) {
      expect(page).toContain(part);
    }
    expect(offlinePage({ knownAt: '5:45 AM', assignments: [] })).toContain('You had no upcoming assignments.');
  });

  test('shows user input as text, and runs no script', () => {
    const page = offlinePage({
      knownAt: '5:45 AM',
      assignments: [{ ...assignment, description: `<img src=x onerror="alert('1')"> & more` }],
    });
    expect(page).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; more');
    expect(page).not.toMatch(/<script|<img/);
  });
});
