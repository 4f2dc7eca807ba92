// Grades have their own file, because every home loads it.

/** The grades of US schools, from prekindergarten, as they are stored. */
export const grades = ['PK', 'K', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'] as const;

export type Grade = (typeof grades)[number];

/** The maximum lengths of a subject and a room, in characters. */
export const classLimits = { subject: 60, room: 40 } as const;
