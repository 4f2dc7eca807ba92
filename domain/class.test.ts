import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classInWords, gradeIn, proposedClass, gradeName } from './class.ts';
import { classLimits, grades } from './grade.ts';

describe('the grade that a text names', () => {
  it.each([
    ['Grade 4, fractions', '4'],
    ['4th grade classroom', '4'],
    ['GRADE 11 English', '11'],
    ['Kindergarten', 'K'],
    ['Pre-K', 'PK'],
    ['Prekindergarten, Room 2', 'PK'],
    ['Grade 4, 28 students', '4'],
    ['PE, grades K to 5', null],
    ['Grade 4-5 band', null],
    ['5th and 6th grade', null],
    ['Grade 2 and grade 3', null],
    ['Grade 13', null],
    ['Upgrade 4 computers', null],
    ['Room 4', null],
    ['K-5 music', null],
    ['', null],
  ])('%s: %s', (text, expected) => {
    expect(gradeIn(text)).toBe(expected);
  });

  it('is found by its own name', () => {
    for (const grade of grades) expect(gradeIn(gradeName(grade))).toBe(grade);
  });
});

describe('the class of a new absence', () => {
  const teacher = { subjects: 'Grade 4, Math', department: 'Elementary' };
  const last = { grade: '5', subject: 'Science', room: 'Lab' } as const;
  const none = { grade: null, subject: null, room: null };

  it.each([
    ['as its title names it', { teacher, last }, 'Grade 3, room 9', 'Room 2', { ...last, grade: '3', room: 'Room 9' }],
    ['as in the last absence', { teacher, last }, 'Field trip', 'The video is in room 2.', last],
    [
      'as in the profile',
      { teacher, last: none },
      'Fractions',
      'Room 2',
      { grade: '4', subject: 'Math', room: 'Room 2' },
    ],
    [
      'by the department',
      { teacher: { subjects: null, department: 'Grade 2' }, last: null },
      '',
      '',
      { ...none, grade: '2' },
    ],
    [
      'by the first of many subjects',
      { teacher: { subjects: `Math; ${'Physics, '.repeat(9)}`, department: null }, last: null },
      '',
      '',
      { ...none, subject: 'Math' },
    ],
    [
      'without a subject that is too long',
      { teacher: { subjects: 'x'.repeat(classLimits.subject + 1), department: null }, last: null },
      '',
      '',
      none,
    ],
  ])('is proposed %s', (_, source, title, notes, expected) => {
    expect(proposedClass(source, title, notes)).toEqual(expected);
  });

  it('always fits its fields', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), fc.string({ maxLength: 300 }), (subjects, title) => {
        const { subject, room } = proposedClass({ teacher: { subjects, department: null }, last: null }, title, '');
        expect(subject?.length ?? 0).toBeLessThanOrEqual(classLimits.subject);
        expect(room?.length ?? 0).toBeLessThanOrEqual(classLimits.room);
      }),
    );
  });
});

describe('a class in words', () => {
  const facts = { grade: '4', subject: 'Math', room: '12' } as const;
  it.each([
    ['', 'Grade 4 · Math · Room 12'],
    ['Fractions', 'Grade 4 · Math · Room 12'],
    ['Grade 4, math', 'Room 12'],
    ['Fourth grade in Room 12', 'Grade 4 · Math'],
    ['Math, 4th grade, rm. 12', ''],
    // Only whole words count, and a number alone isn't a room.
    ['Mathilda’s reading group', 'Grade 4 · Math · Room 12'],
    ['12 students in 120 minutes', 'Grade 4 · Math · Room 12'],
  ])('leaves out what the title %j says', (title, expected) => {
    expect(classInWords(facts, title)).toBe(expected);
  });

  it.each([
    ['C++', 'Class C', 'C++'],
    ['C', 'Intro to C++', 'C'],
    ['C++', 'Intro to C++.', ''],
    ['Math', 'Math+Science', ''],
  ])('has the subject %j beside the title %j: %j', (subject, title, expected) => {
    expect(classInWords({ grade: null, subject, room: null }, title)).toBe(expected);
  });

  it('is empty if nothing is known, and keeps the name of a room', () => {
    expect(classInWords({ grade: null, subject: null, room: null })).toBe('');
    expect(classInWords({ grade: 'PK', subject: null, room: 'Gym' })).toBe('Pre-K · Gym');
    expect(classInWords({ grade: 'PK', subject: null, room: 'Gym' }, 'Games in the gym')).toBe('Pre-K');
    expect(classInWords({ grade: '4', subject: 'Art', room: '4' }, 'Start of the unit, Grade 4')).toBe('Art · Room 4');
  });
});
