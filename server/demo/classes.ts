import type { Chance } from '#server/demo/chance.ts';

/** A teacher's subject in the demo: the name of the department, and the titles of their absences. */
export type Course = {
  department: string;
  subjects: string;
  room: string;
  titles: readonly string[];
  notes: readonly string[];
};

const elementaryNotes = [
  'Plans are on the desk, the day by the clock. The seating chart hangs inside the cupboard door.',
  'The class knows its routines: morning meeting, then reading groups. Ms. Haugen next door is glad to help.',
  'Please take attendance by 8:20. Two children go to speech at 10:00; the aide walks them over.',
  'Bus duty at 2:50 PM with Mr. Dahl. The bus list is clipped to the green folder.',
  'Snack is at 9:45. One peanut allergy: the note is on the door and the kit is in the top drawer.',
  'Reading logs go home today. If there is time left, the chapter book is on the shelf by the rug.',
] as const;
const secondaryNotes = [
  'Plans and copies are in the tray marked SUB. The class list with photos is on top.',
  'Period 3 is lively; the seating chart helps. Please leave me a line on how it went.',
  'They can work by themselves on the posted assignment. Laptops stay in the cart after period 5.',
  'Fourth period is my planning time; please cover the hallway by the main stairs instead.',
  'Quiz copies are in the locked drawer; the office has the key. Collect them at the end of each period.',
  'Passing time is five minutes. Phones go into the wall pockets, they know it.',
] as const;
const gymNotes = [
  'Equipment room code is at the office. Please count the balls back in.',
  'If it rains, the gym is ours until 11; after that show the skills video in room 12.',
  'Warm up for eight minutes, then stations. Two students have notes and keep score.',
] as const;
const artNotes = [
  'Art supplies are set out in trays. The key to the kiln room stays with the office.',
  'No paint today, please: pencils and the blue sketchbooks. Aprons hang by the sink.',
] as const;
const musicNotes = [
  'The accompaniments are on the music stand, in order. Section leaders know the warm-up.',
  'No instruments needed: the listening guide and the recording are ready on the screen.',
] as const;

function grade(name: string, room: string): Course {
  const titles = [
    `${name} classroom`,
    `${name}, all day`,
    `${name}: reading groups and fractions`,
    `${name}, math and science centers`,
    `${name}: writing workshop and library`,
  ];
  return { department: 'Elementary', subjects: name, room, titles, notes: elementaryNotes };
}

function course(
  department: string,
  subjects: string,
  room: string,
  titles: readonly string[],
  notes: readonly string[] = secondaryNotes,
): Course {
  return { department, subjects, room, titles, notes };
}

/** The courses of each school, one per teacher. */
export const courses = {
  cedar: [
    grade('Grade 4', 'Room 14'),
    grade('Grade 2', 'Room 7'),
    course('Physical Education', 'Physical Education', 'Gym', ['PE, grades K to 5', 'PE and recess games'], gymNotes),
    grade('Kindergarten', 'Room 1'),
    grade('Kindergarten', 'Room 2'),
    grade('Grade 1', 'Room 4'),
    grade('Grade 1', 'Room 5'),
    grade('Grade 2', 'Room 8'),
    grade('Grade 3', 'Room 10'),
    grade('Grade 3', 'Room 11'),
    grade('Grade 4', 'Room 15'),
    grade('Grade 5', 'Room 17'),
    grade('Grade 5', 'Room 18'),
    course('Arts', 'Art, Music', 'Room 20', ['Art, grades 1 to 5', 'Art and music rotation'], artNotes),
  ],
  northfield: [
    course('Science', 'Biology', 'B204', [
      'Biology 9, periods 1 to 4',
      'Biology 9 and Anatomy',
      'Biology: microscope lab day',
    ]),
    course('Mathematics', 'Math', 'A112', ['Algebra I and Geometry', 'Geometry, all periods']),
    course('Mathematics', 'Math', 'A114', ['Pre-Calculus and Statistics', 'Algebra II, five periods']),
    course('English', 'English', 'A201', ['English 10, five periods', 'English 10 and Creative Writing']),
    course('English', 'English', 'A203', ['American Literature', 'English 11 and Journalism']),
    course('Social Studies', 'History', 'C101', ['U.S. History, five periods', 'U.S. History and Civics']),
    course('Social Studies', 'History', 'C103', ['World History', 'Economics and Government']),
    course('Science', 'Chemistry', 'B208', ['Chemistry, no lab today', 'Chemistry and Physical Science']),
    course('Science', 'Physics', 'B210', ['Physics and Astronomy', 'Physics, five periods']),
    course('World Languages', 'Spanish', 'A215', ['Spanish I and II', 'Spanish III and IV']),
    course('Arts', 'Art', 'D102', ['Studio Art and Ceramics', 'Drawing and Design'], artNotes),
    course('Arts', 'Music', 'D110', ['Band and Orchestra', 'Concert Choir'], musicNotes),
    course(
      'Physical Education',
      'Physical Education',
      'Field house',
      ['PE and Health', 'Strength and fitness, five periods'],
      gymNotes,
    ),
    course('Special Education', 'Special Education', 'C120', ['Resource room', 'Resource room and co-taught English']),
  ],
  ridgeview: [
    course('Arts', 'Music', '118', ['Choir and general music', 'Grade 6 choir and band sectionals'], musicNotes),
    course('Mathematics', 'Math', '204', ['Grade 6 math, five periods', 'Math 6 and math lab']),
    course('Mathematics', 'Math', '208', ['Grade 8 algebra', 'Math 7 and 8']),
    course('English', 'English', '212', ['English 7', 'English 7 and reading']),
    course('English', 'English', '214', ['English 8, novel unit', 'English 6 and 8']),
    course('Science', 'Science', '130', ['Earth Science 8', 'Science 8, rocks and minerals']),
    course('Science', 'Science', '132', ['Life Science 7', 'Science 6 and 7']),
    course('Social Studies', 'History', '220', ['Minnesota History 6', 'Geography 8']),
    course('Social Studies', 'History', '222', ['U.S. Studies 7', 'Social studies 7, map skills']),
    course('Physical Education', 'Physical Education', 'Gym', ['PE 6 to 8', 'PE and Health 7'], gymNotes),
    course('Arts', 'Art', '105', ['Art 6 to 8', 'Art: clay and color'], artNotes),
    course('Special Education', 'Special Education', '140', ['Learning center', 'Learning center, small groups']),
  ],
} as const;

/** The subjects by which Manage Substitutes filters. */
export const preferredSubjects = [
  'Math',
  'Science',
  'English',
  'History',
  'Art',
  'Music',
  'Physical Education',
] as const;

export const qualifications = [
  'Minnesota short-call substitute license',
  'Minnesota Tier 3 license, Elementary K–6',
  'Minnesota Tier 4 license, Mathematics 5–12',
  'B.A. English, University of Minnesota Duluth',
  'B.S. Biology; short-call substitute license',
  'M.Ed. Curriculum and Instruction',
  'B.M. Music Education',
  'B.F.A. Studio Art; K–12 art endorsement',
  'B.A. History; short-call substitute license',
  'Retired teacher, 31 years in grades 3 to 5',
  'Coaching certificate; B.S. Kinesiology',
  'Paraprofessional for six years; short-call substitute license',
  'B.A. Spanish; Tier 2 license',
  'M.S. Physics; former lab instructor',
  'Tier 3 license, Special Education',
] as const;

export const introductions = [
  'Former classroom teacher who likes to leave a room the way it was found.',
  'I live ten minutes from all three schools and answer quickly in the morning.',
  'Two children of my own in the district. Happy in every grade.',
  'I enjoy labs, workshops and anything hands-on.',
  'Retired, rested, and glad to be back for a day.',
  'Studying for my own license; evenings are for class, days are for teaching.',
  'I keep to your plans and write down what we did not reach.',
  'Musician by trade, at home in front of a choir or a math class.',
  'Calm with lively groups. Ask Mr. Dahl.',
  'Please call me first for science.',
] as const;

/** Messages that substitutes send with a request. */
export const requestNotes = [
  'Glad to help. I know this class.',
  'I can be there by 7:40.',
  'I have covered this room before.',
  'Happy to take it. Is there parking on the north side?',
  'Available all day.',
  'I can stay for bus duty as well.',
  'I taught this unit last spring.',
] as const;

/** Why a substitute cancels, and why a school releases one. */
export const cancelReasons = [
  'My child is home with a fever.',
  'The car will not start and the bus comes too late.',
  'I am down with the flu myself.',
  'A doctor has moved my appointment to this day.',
] as const;
export const releaseReasons = [
  'The field trip was moved, so the class is out that day.',
  'We need someone with a science license for the lab.',
  'A student teacher covers the room after all.',
] as const;

/** Returns the title and notes of an absence of this course. */
export function wordsFor(chance: Chance, taught: Course): { title: string; notes: string } {
  const place = chance.happens(0.5) ? ` ${taught.room}.` : '';
  return {
    title: chance.pick(taught.titles),
    notes: `${chance.pick(taught.notes)}${place === '' ? '' : ` It is${/^(Gym|Field)/.test(taught.room) ? ' in the' : ''}${/^\d/.test(taught.room) ? ' room' : ''}${place}`}`,
  };
}
