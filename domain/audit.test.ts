import { describe, expect, it } from 'vitest';
import {
  auditActs,
  auditChangeLines,
  type AuditEntry,
  auditSentence,
  changesBetween,
  textChange,
} from '#domain/audit.ts';

const entry = (parts: Partial<AuditEntry> & Pick<AuditEntry, 'act'>): AuditEntry => ({
  actorName: 'Ana Ruiz',
  subjectName: 'Tom Lee',
  schoolName: 'Oak Hill',
  detail: null,
  changes: [],
  ...parts,
});

describe('the sentence of an administrative act', () => {
  it.each<[Partial<AuditEntry> & Pick<AuditEntry, 'act'>, string]>([
    [
      { act: 'user.approve', detail: { role: 'substitute', rejectedEarlier: false } },
      'Ana Ruiz approved Tom Lee as substitute',
    ],
    [
      { act: 'user.approve', detail: { role: 'substitute', rejectedEarlier: true } },
      'Ana Ruiz approved Tom Lee as substitute, rejected earlier',
    ],
    [{ act: 'user.reject', detail: { role: 'school_admin' } }, 'Ana Ruiz rejected Tom Lee as school administrator'],
    [{ act: 'user.create', detail: { role: 'overall_admin' } }, 'Ana Ruiz added Tom Lee as platform owner'],
    [
      { act: 'user.import', subjectName: 'Oak Hill', detail: { role: 'teacher', count: 12 } },
      'Ana Ruiz imported 12 teachers from a file',
    ],
    [{ act: 'user.import', detail: { role: 'substitute', count: 1 } }, 'Ana Ruiz imported 1 substitute from a file'],
    [{ act: 'user.invite' }, 'Ana Ruiz invited Tom Lee again'],
    [{ act: 'user.remove' }, 'Ana Ruiz removed Tom Lee from Oak Hill'],
    [
      { act: 'user.delete', subjectName: 'Former substitute' },
      'Ana Ruiz removed a substitute from Oak Hill, and with it the account, which had no other school',
    ],
    [{ act: 'user.export' }, 'Ana Ruiz exported everything that is kept about their own account'],
    [
      { act: 'user.reset_password', subjectName: null },
      'Ana Ruiz reset the password of somebody whose account is gone',
    ],
    [
      {
        act: 'school.edit',
        subjectName: 'Oak Hill',
        detail: { fields: ['name', 'latitude', 'longitude', 'unheardOf'] },
      },
      'Ana Ruiz changed Oak Hill: name, coordinates',
    ],
    [{ act: 'school.edit', subjectName: 'Oak Hill', detail: { fields: 'name' } }, 'Ana Ruiz changed Oak Hill'],
    [
      {
        act: 'school.edit',
        subjectName: 'Oak Hill',
        changes: [
          { field: 'vacancySettings.allowFullDay', from: true, to: false },
          { field: 'vacancySettings.fullDayEnd', from: '15:00', to: '' },
          { field: 'longitude', from: null, to: 3 },
        ],
      },
      'Ana Ruiz changed Oak Hill: shifts, coordinates',
    ],
    [
      { act: 'school.delete', subjectName: null, schoolName: null, detail: { name: 'Old Mill' } },
      'Ana Ruiz deleted the school Old Mill with all its data',
    ],
    [
      { act: 'legal.change', subjectName: 'Oak Hill', detail: { kind: 'privacy' } },
      'Ana Ruiz replaced the privacy text of Oak Hill',
    ],
    [
      { act: 'legal.reset', subjectName: null, schoolName: null, detail: { kind: 'terms' } },
      'Ana Ruiz went back to the standard terms for the platform',
    ],
    [{ act: 'vacancy.delete', subjectName: 'Grade 2' }, 'Ana Ruiz deleted the vacancy ‘Grade 2’'],
    [{ act: 'user.disable', actorName: null }, 'Somebody disabled the account of Tom Lee'],
  ])('%o', (given, sentence) => {
    expect(auditSentence(entry(given))).toBe(sentence);
  });

  it('says something of every act, whatever it was recorded with', () => {
    for (const act of auditActs) {
      for (const detail of [null, {}, { role: 7, count: 'x', fields: [1], name: '' }, { role: 'toString' }]) {
        const sentence = auditSentence(entry({ act, actorName: null, subjectName: null, schoolName: null, detail }));
        expect(sentence).toMatch(/^Somebody [a-z]/);
        expect(sentence).not.toMatch(/undefined|null|NaN/);
      }
    }
  });
});

describe('what an act changed', () => {
  it('is each field that differs, an object part by part, and nothing else', () => {
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

  it('is cut at 2,000 characters, never within one', () => {
    const { from, to } = textChange('text', 'x'.repeat(2000), '🍎'.repeat(1500));
    expect([String(from).length, String(to).length, String(to).isWellFormed()]).toEqual([2000, 1999, true]);
  });

  it('is read in words, and whether a school is active only where the act does not say so', () => {
    const changes = [
      { field: 'isActive', from: true, to: false },
      { field: 'zipCode', from: '', to: '12207' },
      { field: 'vacancySettings.morningEnd', from: '12:00', to: '' },
      { field: 'unheardOf', from: 1, to: 2 },
    ];
    const read = (act: AuditEntry['act']) =>
      auditChangeLines(entry({ act, changes })).map(({ name, from, to }) => `${name}: ${from} → ${to}`);
    const others = ['Zip code: none → 12207', 'Morning Shift end: 12:00 PM → none', 'UnheardOf: 1 → 2'];
    expect(read('school.deactivate')).toEqual(others);
    expect(read('school.edit')).toEqual(['Active: yes → no', ...others]);
  });
});
