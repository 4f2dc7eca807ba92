import { describe, expect, it } from 'vitest';
import { changeInWords, changesIn, rebased, savedAs } from '#web/ui/form-state.ts';

type School = { version: number; name: string; phone: string | null; isOpen: boolean };
const valuesOf = ({ name, phone, isOpen }: School) => ({ name, phone: phone ?? '', isOpen });
const record: School = { version: 1, name: 'Lincoln High', phone: null, isOpen: false };
const form = (typed: object) => ({ record, values: { ...valuesOf(record), ...typed }, conflicts: [] });

describe('the changes of a form', () => {
  it('are the fields with another value; spaces around a text don’t count', () => {
    const { values } = form({ name: ' Lincoln High ', phone: '555-0100', isOpen: true });
    expect(changesIn(valuesOf(record), values)).toEqual({ phone: '555-0100', isOpen: true });
    expect(changesIn({ ids: [1, 2] }, { ids: [1, 2] })).toEqual({});
  });
});

describe('a form whose record was changed elsewhere', () => {
  const theirs = { ...record, version: 2, name: 'Lincoln Middle' };

  it('takes the new value of untouched fields without asking', () => {
    expect(rebased(form({ phone: '555-0100' }), theirs, valuesOf)).toEqual({
      record: theirs,
      values: { name: 'Lincoln Middle', phone: '555-0100', isOpen: false },
      conflicts: [],
    });
  });

  it('keeps typed text, and asks which of the two values to keep', () => {
    const merged = rebased(form({ name: 'Lincoln School' }), theirs, valuesOf);
    expect([merged.values.name, merged.conflicts]).toEqual(['Lincoln School', ['name']]);
    // The conflict is still open after another change elsewhere, and resolved once both values are equal.
    const later = rebased(merged, { ...theirs, version: 3, isOpen: true }, valuesOf);
    expect([later.values, later.conflicts]).toEqual([{ name: 'Lincoln School', phone: '', isOpen: true }, ['name']]);
    expect(rebased(later, { ...theirs, version: 4, name: 'Lincoln School' }, valuesOf).conflicts).toEqual([]);
  });

  it('does not ask again about a value that was kept', () => {
    const kept = { ...rebased(form({ name: 'Lincoln School' }), theirs, valuesOf), conflicts: [] };
    const later = rebased(kept, { ...theirs, version: 3, isOpen: true }, valuesOf);
    expect([later.values.name, later.conflicts]).toEqual(['Lincoln School', []]);
  });
});

it('a saved form continues from the saved record, and keeps text typed in the meantime', () => {
  const sent = form({ name: ' Lincoln School', phone: '555-0100' }).values;
  const saved = { ...record, version: 2, name: 'Lincoln School', phone: '(518) 555-0100' };
  expect(savedAs(form({ ...sent, isOpen: true }), saved, sent, valuesOf)).toEqual({
    record: saved,
    values: { name: 'Lincoln School', phone: '(518) 555-0100', isOpen: true },
    conflicts: [],
  });
});

it('shows the value that someone else entered', () => {
  expect(['Oak', ' ', null, 4, true, false].map(changeInWords)).toEqual([
    'to “Oak”',
    'to empty',
    'to empty',
    'to “4”',
    'to on',
    'to off',
  ]);
});
