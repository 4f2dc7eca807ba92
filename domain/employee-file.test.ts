import { describe, expect, it } from 'vitest';
import { readEmployeeIds } from './employee-file.ts';
import { hourLimits } from './hours.ts';

const people = [
  { id: 1, fullName: 'Ann Lee', username: 'ann', email: 'ann@example.org' },
  { id: 2, fullName: 'Bob Ray', username: 'bob', email: null },
  { id: 3, fullName: 'Bob Ray', username: null, email: 'other@example.org' },
];
const read = (...rows: string[][]) => {
  const { ids, problems } = readEmployeeIds([['Name', 'Employee ID'], ...rows], people);
  return [[...ids], problems.map(({ row, sentence }) => `${row}: ${sentence}`)];
};

describe('a file of employee IDs', () => {
  it('names people in either order, by username or email, and skips rows without an ID', () => {
    expect(read(['Lee, Ann', ' E-1 '], ['bob', 'E-2'], ['other@example.org', ''], ['Unknown', ''])).toEqual([
      [
        [1, 'E-1'],
        [2, 'E-2'],
      ],
      [],
    ]);
  });

  it.each([
    [['', 'E-1'], 'The name is missing.'],
    [['Nobody', 'E-1'], 'No one at your school is named “Nobody”.'],
    [['Bob Ray', 'E-1'], 'Several people are named “Bob Ray”. Use the username or email.'],
    [
      ['Ann Lee', '1'.repeat(hourLimits.employeeId + 1)],
      `The employee ID has more than ${hourLimits.employeeId} characters.`,
    ],
  ])('%j: %s', (row, sentence) => {
    expect(read(row)).toEqual([[], [`2: ${sentence}`]]);
  });

  it('gives no one two IDs, and no two people the same one', () => {
    const [ids, problems] = read(['ann', 'E-1'], ['ann', 'E-2'], ['bob', 'E-1']);
    expect(ids).toEqual([[1, 'E-1']]);
    expect(problems).toEqual(['3: Ann Lee has two rows.', '4: Row 2 has the same employee ID.']);
  });

  it('says which columns it needs', () => {
    const sentence = "The first row must name the columns, including 'Name' and 'Employee ID'.";
    for (const file of [[], [['Name']], [['Employee ID']]])
      expect(readEmployeeIds(file, people).problems).toEqual([{ row: 1, sentence }]);
  });
});
