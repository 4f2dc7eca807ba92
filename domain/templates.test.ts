import { describe, expect, test } from 'vitest';
import { demoTemplates, fillTemplate, messageTemplates, templatesOf } from './templates.ts';

test('the message dialog has four templates, one of them urgent', () => {
  expect(messageTemplates.map(({ name, isUrgent }) => [name, isUrgent])).toEqual([
    ['Vacancy Announcement', false],
    ['Lesson Plan Instructions', false],
    ['Urgent Coverage Needed', true],
    ['Thank You Message', false],
  ]);
  for (const { subject, body } of messageTemplates) expect(`${subject}${body}`).not.toMatch(/[{}[\]]/);
});

test('the front office has the same templates, without a class of its own', () => {
  const kinds = (of: typeof messageTemplates) =>
    of.map(({ name, isUrgent, isPersonal }) => [name, isUrgent, isPersonal]);
  expect(kinds(templatesOf('office'))).toEqual(kinds(templatesOf('teacher')));
  for (const { subject, body } of templatesOf('office')) expect(`${subject} ${body}`).not.toMatch(/\b(my|I)\b/i);
});

describe('the template demo', () => {
  test('has five templates', () => {
    expect(demoTemplates.map(({ name }) => name)).toEqual([
      'Assignment Reminder',
      'Document Request',
      'Urgent Vacancy',
      'Feedback Request',
      'Appreciation',
    ]);
  });

  test.each(demoTemplates)('fills teacher, date and class into $name, and leaves no brace', ({ subject, body }) => {
    const filled = fillTemplate(`${subject}\n${body}`, {
      teacherName: 'Ms. Lee',
      date: 'November 20, 2026',
      class: 'Math',
    });
    expect(filled).toContain('Ms. Lee');
    expect(filled).toContain('November 20, 2026');
    expect(filled).toContain('Math');
    expect(filled).not.toMatch(/[{}]/);
  });

  test('shows missing values, and keeps user input as it is', () => {
    expect(
      fillTemplate('{{class}} on {{date}}, {{teacherName}}, {{other}}', { class: ' $& {{date}} ', date: ' ' }),
    ).toBe('$& {{date}} on [Date], [Teacher name], {{other}}');
  });
});
