type DemoMessage = {
  from: string;
  to: 'all' | readonly string[];
  subject: string;
  body: string;
  isUrgent: boolean;
  hoursAgo: number;
};

/** The messages that the demo's staff have sent to substitutes, oldest first. */
export const demoMessages: readonly DemoMessage[] = [
  {
    from: 'admin',
    to: 'all',
    isUrgent: false,
    hoursAgo: 260,
    subject: 'The parking lot is being repaved',
    body: 'Good morning,\n\nplease use the street side of Cedar Hollow Road until the lot is open again. The office door by the flagpole is unlocked from 7:00.\n\nCarol Whitfield',
  },
  {
    from: 'teacher',
    to: ['Luis Ortega'],
    isUrgent: false,
    hoursAgo: 150,
    subject: 'Trip to the nature center',
    body: 'Hello Luis,\n\nthank you for taking the trip. The permission slips are in the red folder, and the bus company has your number. Two parents come along; one of them knows every bird.\n\nMaya Okafor',
  },
  {
    from: 'admin2',
    to: ['Daniel Reyes', 'Priya Natarajan'],
    isUrgent: false,
    hoursAgo: 70,
    subject: 'New seating charts',
    body: 'Hello,\n\nthe seating charts have moved: you now find them in the front pocket of every classroom binder, with photos.\n\nThank you for all the mornings,\nAndre Molina',
  },
  {
    from: 'teacher',
    to: ['Daniel Reyes', 'Hannah Becker', 'Priya Natarajan'],
    isUrgent: false,
    hoursAgo: 26,
    subject: 'Thank you',
    body: 'Thank you for covering Grade 4 these last weeks. The class still talks about the fraction pizza, and the notes you left were just what I needed.\n\nMaya Okafor',
  },
  {
    from: 'admin',
    to: 'all',
    isUrgent: true,
    hoursAgo: 0.2,
    subject: 'Grade 2 still needs a substitute',
    body: 'Joan Haugen is ill, and Grade 2 has no substitute yet. The plans are ready, and it’s a kind class. Please look at Available Vacancies.\n\nCarol Whitfield',
  },
];
