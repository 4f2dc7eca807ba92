import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { allEndpoints } from '#contract/all.ts';
import { date, id, optionalLine } from '#contract/fields.ts';
import { fitsOf } from '#server/http/fits.ts';

const person = z.strictObject({
  id,
  name: z.string(),
  born: z.nullable(date),
  times: z.int(),
  rate: z.number(),
  kind: z.enum(['teacher', 'substitute']),
  isActive: z.boolean(),
  note: z.optional(z.string()),
  schools: z.array(z.strictObject({ id })),
});
const tom = {
  id: 7,
  name: 'Tom',
  born: '2010-02-28',
  times: 0,
  rate: 0.5,
  kind: 'teacher',
  isActive: true,
  schools: [{ id: 1 }],
};

describe('a reply that needs no parsing', () => {
  it('matches its schema exactly', () => {
    expect(fitsOf(person)(tom)).toBe(true);
    expect(fitsOf(person)({ ...tom, born: null, note: 'x', schools: [] })).toBe(true);
  });

  it.each([
    ['an undeclared column', { ...tom, passwordHash: 'x' }],
    ['one of a row within', { ...tom, schools: [{ id: 1, secret: true }] }],
    ['a column that is missing', { ...tom, name: undefined }],
    ['a number for a text', { ...tom, name: 7 }],
    ['a text for a number', { ...tom, times: '7' }],
    ['half of a whole number', { ...tom, times: 0.5 }],
    ['no number at all', { ...tom, rate: Number.NaN }],
    ['an id that is none', { ...tom, id: 0 }],
    ['a day that does not exist', { ...tom, born: '2010-02-30' }],
    ['an unknown kind', { ...tom, kind: 'owner' }],
    ['null where something must be', { ...tom, isActive: null }],
    ['an object for a list', { ...tom, schools: {} }],
    ['a list for an object', [tom]],
    ['nothing', null],
  ])('is not a value with %s, and its schema refuses it, too', (_what, value) => {
    expect(fitsOf(person)(value)).toBe(false);
    expect(person.safeParse(value).success).toBe(false);
  });

  it('is not a value that its schema would change', () => {
    expect(fitsOf(z.object({ id }))({ id: 1, more: 2 })).toBe(false);
    expect(fitsOf(z.strictObject({ text: optionalLine(9) }))({ text: ' x ' })).toBe(false);
    expect(fitsOf(z.strictObject({ text: z._default(z.string(), 'x') }))({})).toBe(false);
  });

  it('can be detected for every call', () => {
    const nothing = Symbol('nothing that a server answers');
    for (const { name, reply } of allEndpoints)
      expect(fitsOf(reply)(nothing), name).toBe(reply.safeParse(nothing).success);
  });
});
