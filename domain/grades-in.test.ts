import { describe, expect, it } from 'vitest';
import { gradeName } from './class.ts';
import { grades } from './grade.ts';
import { gradesIn } from './grades-in.ts';

const upTo5 = ['K', '1', '2', '3', '4', '5'];

describe('the grades that a profile names', () => {
  it.each([
    ['Grade 4, Math', ['4']],
    ['Retired teacher, 31 years in grades 3 to 5', ['3', '4', '5']],
    ['2nd and 4th grade', ['2', '4']],
    ['3rd-5th grade', ['3', '4', '5']],
    ['Grades 1, 2 & 6', ['1', '2', '6']],
    ['Grade 2 and grade 5', ['2', '5']],
    ['PreK–1', ['PK', 'K', '1']],
    ['Pre-K to grade 1', ['PK', 'K', '1']],
    ['Certified K-5', upTo5],
    ['PE, grades K to 5', upTo5],
    ['PE, grades K through grade 2 | Math', ['K', '1', '2']],
    ['Grade K-12', grades.slice(1)],
    ['Kindergarten', ['K']],
    ['ELEMENTARY education', upTo5],
    ['Middle school science', ['6', '7', '8']],
    ['Junior high', ['7', '8']],
    ['High school English', ['9', '10', '11', '12']],
    ['Secondary certificate', ['6', '7', '8', '9', '10', '11', '12']],
    ['High school diploma', []],
    ['Taught 5 grades in 12 years, room 4, grade 13', []],
    ['Upgrade 4 computers, 1st aid', []],
    ['Grades 5 to 3', ['5']],
    ['K. Lund, and 4 others', []],
    ['Elementary and middle school', [...upTo5, '6', '7', '8']],
    ['Tier 4 license, Mathematics 5–8; Art', ['5', '6', '7', '8']],
    ['Tier 3 license, Elementary K–6', [...upTo5, '6']],
    ['Substitute for 2-3 years, 8-3, built 2010-2012', []],
    ['10th or 12th grade', ['10', '12']],
    ['1st, 2nd and 3rd of my class', []],
    ['', []],
  ])('%s: %s', (text, expected) => {
    expect(gradesIn(text)).toEqual(expected);
  });

  it('are each found by their own name', () => {
    for (const grade of grades) expect(gradesIn(`Art | ${gradeName(grade)}`)).toEqual([grade]);
  });
});
