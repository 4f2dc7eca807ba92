import { describe, expect, it } from 'vitest';
import { auditChangeLines, changesBetween, textChange } from '#domain/audit-changes.ts';
import type { AuditEntry } from '#domain/audit.ts';

const entry = (parts: Partial<AuditEntry> & Pick<AuditEntry, 'act'>): AuditEntry => ({
  actorName: 'Ana Ruiz',
  subjectName: 'Tom Lee',
  schoolName: 'Oak Hill',
  detail: null,
  changes: [],
  ...parts,
});

describe('the changes of an action', () => {
  it('are the fields that differ, objects field by field, and nothing else', () => {
    const before = { name: 'Oak', phone: null, isActive: true, at: new Date(0), settings: { a: '1', b: false } };
    const after = { name: 'Elm', phone: '1', isActive: true, at: new Date(1), settings: { a: '1', b: true } };
    expect(changesBetween(before, after)).toEqual([
      { field: 'name', from: 'Oak', to: 'Elm' },
      { field: 'phone', from: null, to: '1' },
      { field: 'settings.b', from: false, to: true },
    ]);
    expect(changesBetween(before, before)).toEqual([]);
  });

  it.each([
    ['a\nb\nc', 'a\nB\nc', 'b', 'B'],
    ['a\nb', 'a\nb\nc', null, 'c'],
    ['a\na', 'a', 'a', null],
    ['b', 'a\nb', null, 'a'],
    [null, 'a', null, 'a'],
    ['a\nb', null, 'a\nb', null],
  ])('in the text %j, now %j, is %j, now %j', (before, after, from, to) => {
    expect(textChange('text', before, after)).toEqual({ field: 'text', from, to });
  });

  it('are cut at 2,000 characters, never in the middle of one', () => {
    const { from, to } = textChange('text', 'x'.repeat(2000), '🍎'.repeat(1500));
    expect([String(from).length, String(to).length, String(to).isWellFormed()]).toEqual([2000, 1999, true]);
  });

  it('show dates and choices as the screens do, also in entries written earlier', () => {
    const changes = [
      { field: 'closures', from: null, to: 'Winter break: 2026-12-24 to 2027-01-01; Snow day: 2026-12-18' },
      { field: 'offering', from: 'everyone', to: 'best_matches' },
    ];
    expect(auditChangeLines(entry({ act: 'school.edit', changes }))).toEqual([
      {
        name: 'Closed days',
        from: 'none',
        to: 'Winter break: December 24, 2026 to January 1, 2027; Snow day: December 18, 2026',
      },
      { name: 'Offers', from: 'Everyone at once', to: 'Best matches first' },
    ]);
  });

  it('are put into words, and include whether a school is active only if the action does not say so', () => {
    const changes = [
      { field: 'isActive', from: true, to: false },
      { field: 'zipCode', from: '', to: '12207' },
      { field: 'vacancySettings.morningEnd', from: '12:00', to: '' },
      { field: 'eachApproves', from: false, to: true },
      { field: 'unheardOf', from: 1, to: 2 },
    ];
    const read = (act: AuditEntry['act']) =>
      auditChangeLines(entry({ act, changes })).map(({ name, from, to }) => `${name}: ${from} → ${to}`);
    const others = [
      'Zip code: none → 12207',
      'Morning end: 12:00 PM → none',
      'Each school approves for itself: no → yes',
      'Unheard of: 1 → 2',
    ];
    expect(read('school.deactivate')).toEqual(others);
    expect(read('school.edit')).toEqual(['Active: yes → no', ...others]);
  });
});
