import { describe, expect, it } from 'vitest';
import { auditActs, type AuditEntry, auditSentence } from '#domain/audit.ts';

const entry = (parts: Partial<AuditEntry> & Pick<AuditEntry, 'act'>): AuditEntry => ({
  actorName: 'Ana Ruiz',
  subjectName: 'Tom Lee',
  schoolName: 'Oak Hill',
  detail: null,
  changes: [],
  ...parts,
});

describe('the sentence about an administrative action', () => {
  it.each<[Partial<AuditEntry> & Pick<AuditEntry, 'act'>, string]>([
    [
      { act: 'user.approve', detail: { role: 'substitute', rejectedEarlier: false } },
      'Ana Ruiz approved Tom Lee as a substitute',
    ],
    [
      { act: 'user.approve', detail: { role: 'substitute', rejectedEarlier: true } },
      'Ana Ruiz approved Tom Lee as a substitute, rejected earlier',
    ],
    [{ act: 'user.reject', detail: { role: 'school_admin' } }, 'Ana Ruiz rejected Tom Lee as a school administrator'],
    [{ act: 'user.create', detail: { role: 'overall_admin' } }, 'Ana Ruiz added Tom Lee as a platform owner'],
    [
      { act: 'user.import', subjectName: 'Oak Hill', detail: { role: 'teacher', count: 12 } },
      'Ana Ruiz imported 12 teachers from a file',
    ],
    [{ act: 'user.import', detail: { role: 'substitute', count: 1 } }, 'Ana Ruiz imported 1 substitute from a file'],
    [{ act: 'user.invite' }, 'Ana Ruiz invited Tom Lee again'],
    [{ act: 'user.remove' }, 'Ana Ruiz removed Tom Lee from Oak Hill'],
    [
      { act: 'user.delete', subjectName: 'Former substitute' },
      'Ana Ruiz removed a substitute from Oak Hill and deleted the account, which had no other school',
    ],
    [{ act: 'user.export' }, 'Ana Ruiz downloaded all data about their own account'],
    [{ act: 'user.reset_password', subjectName: null }, "Ana Ruiz reset a deleted account's password"],
    [
      {
        act: 'school.edit',
        subjectName: 'Oak Hill',
        changes: ['name', 'latitude', 'longitude', 'unheardOf'].map((field) => ({ field, from: null, to: 1 })),
      },
      'Ana Ruiz changed Oak Hill: name, coordinates',
    ],
    [{ act: 'school.edit', subjectName: 'Oak Hill' }, 'Ana Ruiz changed Oak Hill'],
    [
      {
        act: 'school.edit',
        subjectName: null,
        detail: { name: 'Capital District' },
        changes: [{ field: 'eachApproves', from: false, to: true }],
      },
      'Ana Ruiz changed Capital District: who approves substitutes',
    ],
    [{ act: 'school.export', subjectName: 'Oak Hill' }, 'Ana Ruiz exported all data about Oak Hill'],
    [
      { act: 'school.create_wall_link', subjectName: 'Oak Hill' },
      'Ana Ruiz created a link to the wall view of Oak Hill',
    ],
    [
      { act: 'school.revoke_wall_link', subjectName: 'Oak Hill' },
      'Ana Ruiz revoked a link to the wall view of Oak Hill',
    ],
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
      "Ana Ruiz replaced Oak Hill's privacy text",
    ],
    [
      { act: 'legal.reset', subjectName: null, schoolName: null, detail: { kind: 'terms' } },
      'Ana Ruiz restored the standard terms for the platform',
    ],
    [{ act: 'vacancy.delete', subjectName: 'Grade 2' }, 'Ana Ruiz deleted the vacancy “Grade 2”'],
    [{ act: 'user.disable', actorName: null }, "Someone disabled Tom Lee's account"],
  ])('%o', (given, sentence) => {
    expect(auditSentence(entry(given))).toBe(sentence);
  });

  it('exists for every action, with any recorded details', () => {
    for (const act of auditActs) {
      for (const detail of [null, {}, { role: 7, count: 'x', name: '' }, { role: 'toString' }]) {
        const sentence = auditSentence(entry({ act, actorName: null, subjectName: null, schoolName: null, detail }));
        expect(sentence).toMatch(/^Someone [a-z]/);
        expect(sentence).not.toMatch(/undefined|null|NaN/);
      }
    }
  });
});
