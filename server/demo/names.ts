import type { Chance } from '#server/demo/chance.ts';

/** Which of the two sets of first names, and of haircuts, a person has. */
export type Look = 'a' | 'b';

const firstNames: Record<Look, readonly string[]> = {
  a: [
    'Abigail', 'Adaeze', 'Aiko', 'Alicia', 'Amara', 'Annika', 'Beatriz', 'Bridget', 'Camila', 'Catherine', 'Chloe', 'Deborah', 'Divya', 'Elena',
    'Elise', 'Esther', 'Fatima', 'Frances', 'Gabriela', 'Gwen', 'Halima', 'Heidi', 'Imani', 'Irene', 'Jasmine', 'Julia', 'Kavya', 'Keiko', 'Laila',
    'Leah', 'Linnea', 'Margaret', 'Mei', 'Miriam', 'Naomi', 'Nia', 'Olivia', 'Paloma', 'Rachel', 'Renata', 'Ruth', 'Samira', 'Sigrid', 'Sofia',
    'Tamika', 'Teresa', 'Valentina', 'Vivian', 'Wanda', 'Yara', 'Yolanda', 'Zainab',
  ],
  b: [
    'Aaron', 'Ahmed', 'Alejandro', 'Anders', 'Anthony', 'Arjun', 'Benjamin', 'Caleb', 'Carlos', 'Darius', 'David', 'Dmitri', 'Edwin', 'Elias',
    'Emeka', 'Erik', 'Felipe', 'Gabriel', 'George', 'Hassan', 'Henrik', 'Hiroshi', 'Isaac', 'Ivan', 'Jamal', 'Jerome', 'Joaquin', 'Jonas', 'Kenji',
    'Kwame', 'Lars', 'Leon', 'Malik', 'Marcus', 'Mateo', 'Nathan', 'Nikolai', 'Omar', 'Oscar', 'Patrick', 'Rafael', 'Raymond', 'Rohan', 'Simon',
    'Stefan', 'Theo', 'Tobias', 'Victor', 'Walter', 'Wei', 'Xavier', 'Zachary',
  ],
};

const lastNames = [
  'Abdi', 'Aguilar', 'Albrecht', 'Amundson', 'Andersen', 'Asante', 'Barlow', 'Begay', 'Bellamy', 'Benitez', 'Bergman', 'Bianchi', 'Blackwood', 'Boateng',
  'Bowman', 'Callahan', 'Cardoso', 'Castillo', 'Chandra', 'Chen', 'Collins', 'Cordova', 'Dahlberg', 'Delgado', 'Diallo', 'Dixon', 'Doyle', 'Eklund',
  'Engstrom', 'Espinoza', 'Fairbanks', 'Farah', 'Fischer', 'Fitzgerald', 'Flores', 'Gallagher', 'Garcia', 'Gupta', 'Gustafson', 'Hakimi', 'Halvorsen',
  'Hansen', 'Harper', 'Hayashi', 'Holloway', 'Huang', 'Ibrahim', 'Iverson', 'Jackson', 'Jensen', 'Johansson', 'Kapoor', 'Keller', 'Kim', 'Kowalczyk',
  'Larsen', 'Lefebvre', 'Lopez', 'Lund', 'Mahoney', 'Marchetti', 'Mbeki', 'Mendoza', 'Mitchell', 'Morales', 'Murphy', 'Nakamura', 'Nelson', 'Nguyen',
  'Novak', 'Obi', 'OConnor', 'Olson', 'Osei', 'Pacheco', 'Palmer', 'Park', 'Patel', 'Peltier', 'Quinn', 'Ramirez', 'Reddy', 'Rinaldi', 'Rosen',
  'Sandberg', 'Santos', 'Schultz', 'Sharma', 'Silva', 'Soderberg', 'Stern', 'Swenson', 'Tanaka', 'Thao', 'Torres', 'Tran', 'Vance', 'Vang', 'Vargas',
  'Walsh', 'Washington', 'Weiss', 'Whitaker', 'Xiong', 'Yang', 'Yilmaz', 'Zamora', 'Zimmerman',
];

export type Name = { fullName: string; look: Look };

/** Hands out names, each first and last name once, in an order of chance. */
export function nameGiver(chance: Chance): () => Name {
  const first = { a: [...firstNames.a], b: [...firstNames.b] };
  const last = [...lastNames];
  const takeFrom = (names: string[]) => names.splice(Math.floor(chance.next() * names.length), 1)[0] ?? 'Robin';
  return () => {
    const wanted: Look = chance.happens(0.6) ? 'a' : 'b';
    const look = first[wanted].length > 0 ? wanted : wanted === 'a' ? 'b' : 'a';
    return { fullName: `${takeFrom(first[look])} ${takeFrom(last)}`.replace('OConnor', "O'Connor"), look };
  };
}
