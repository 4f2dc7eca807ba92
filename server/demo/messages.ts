type DemoMessage = {
  from: string;
  to: 'all' | readonly string[];
  subject: string;
  body: string;
  isUrgent: boolean;
  /** The school day's time at which it was written. It is null for 12 minutes before the demo starts. */
  sent: { daysAgo: number; time: string } | null;
};

/** The messages that the demo's staff have sent to substitutes, oldest first. */
export const demoMessages: readonly DemoMessage[] = [
  {
    from: 'admin',
    to: 'all',
    isUrgent: false,
    sent: { daysAgo: 11, time: '07:12' },
    subject: 'The parking lot is being repaved',
    body: 'Good morning,\n\nplease use the street side of Cedar Hollow Road until the lot is open again. The office door by the flagpole is unlocked from 7:00.\n\nCarol Whitfield',
  },
  {
    from: 'teacher',
    to: ['Luis Ortega'],
    isUrgent: false,
    sent: { daysAgo: 6, time: '15:20' },
    subject: 'Trip to the nature center',
    body: 'Hello Luis,\n\nthank you for taking the trip. The permission slips are in the red folder, and the bus company has your number. Two parents come along; one of them knows every bird.\n\nMaya Okafor',
  },
  {
    from: 'admin2',
    to: ['Daniel Reyes', 'Priya Natarajan'],
    isUrgent: false,
    sent: { daysAgo: 3, time: '08:40' },
    subject: 'New seating charts',
    body: 'Hello,\n\nthe seating charts have moved: you now find them in the front pocket of every classroom binder, with photos.\n\nThank you for all the mornings,\nAndre Molina',
  },
  {
    from: 'teacher',
    to: ['Daniel Reyes', 'Hannah Becker', 'Priya Natarajan'],
    isUrgent: false,
    sent: { daysAgo: 2, time: '15:35' },
    subject: 'Thank you',
    body: 'Thank you for covering Grade 4 these last weeks. The class still talks about the fraction pizza, and the notes you left were just what I needed.\n\nMaya Okafor',
  },
  {
    from: 'admin',
    to: 'all',
    isUrgent: true,
    sent: null,
    subject: 'Grade 2 still needs a substitute',
    body: 'Joan Haugen is ill, and Grade 2 has no substitute yet. The plans are ready, and it’s a kind class. Please look at Available Vacancies.\n\nCarol Whitfield',
  },
];
