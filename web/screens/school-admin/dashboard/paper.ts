import { insideWords } from '#web/screens/school-admin/dashboard/board-words.ts';
import type { BoardLine } from '#web/features/reports/queries.ts';

type Density = 'tight' | 'tightest' | 'cut';

type RoomOnPaper = {
  teacherName: string;
  description: string;
  isUrgent: boolean;
  substitute: { fullName: string } | null;
  inside?: BoardLine['inside'];
};

// The sizes of each density in print.css, in px at 96 dpi: a line, and the rest of a row. `characters` fit into the two
// name columns together, and `substitute` is the maximum of the second one. In rows of the usual size, the title has
// separate lines in smaller type.
const densities = [
  { density: undefined, line: 17, rest: 10, characters: 47, substitute: 18 },
  { density: 'tight', line: 14, rest: 3, characters: 55, substitute: 30 },
  { density: 'tightest', line: 12, rest: 3, characters: 64, substitute: 34 },
] as const;
/** The height of a page's rows: Letter, the shorter format, without its margins and header. */
const page = 830;
/** The filled share of a line, which breaks between words. */
const filled = 0.85;

/** Returns how small a day's rows must be to fit on one page. As a last resort, each is cut after one line. */
export function densityOf(rooms: readonly RoomOnPaper[]): Density | undefined {
  const longest = Math.max(0, ...rooms.map(({ substitute, inside }) => nameOf(substitute, inside).length));
  const fitting = densities.find(({ density, line, rest, characters, substitute }) => {
    const width = filled * (characters - Math.min(longest, substitute));
    const linesOf = ({ teacherName, description, isUrgent }: RoomOnPaper) => {
      const title = description.length + (isUrgent ? ' ▲ Urgent'.length : 0);
      return density === undefined
        ? Math.ceil(teacherName.length / width) + Math.ceil(title / (1.2 * width))
        : Math.ceil((1.1 * teacherName.length + 1 + title) / width);
    };
    return rooms.reduce((height, room) => height + linesOf(room) * line + rest, 0) <= page;
  });
  return fitting === undefined ? 'cut' : fitting.density;
}

/** Returns the words in the column for the substitute or colleagues who cover the class. */
function nameOf(substitute: RoomOnPaper['substitute'], inside: RoomOnPaper['inside']): string {
  return substitute?.fullName ?? (inside ? insideWords(inside) : '');
}
