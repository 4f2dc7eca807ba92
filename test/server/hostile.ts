import fc from 'fast-check';
import { anyText } from '#test/any-text.ts';

/** Tries unexpected input from people and programs. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1.5,
    Number.MAX_SAFE_INTEGER,
    1e308,
    '',
    ' ',
    '\u0000',
    '\uD800',
    '<script>alert(1)</script>',
    "'; drop table users; --",
    '${7*7}',
    '=1+1',
    'a\r\nBcc: x@example.org',
    '\u202Eright to left',
    '名前',
    '🚌',
    '2026-02-30',
    '0000-00-00',
    '9999-99-99',
    '25:61',
    [],
    {},
    [null],
    { __proto__: null },
    'x'.repeat(6000),
  ),
  anyText(40),
  fc
    .anything({ maxDepth: 2, maxKeys: 4 })
    .filter((value) => typeof value !== 'bigint' && typeof value !== 'symbol' && !containsBigInt(value)),
);

function containsBigInt(value: unknown): boolean {
  try {
    JSON.stringify(value);
    return false;
  } catch {
    return true;
  }
}

type Schema = {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
};

const texts = fc.constantFrom(
  '2026-12-01',
  '2026-11-23',
  '08:00',
  '15:00',
  'open',
  'filled',
  '[1,2]',
  '{"monday":"all_day"}',
  'a@example.org',
  'https://example.org/plan',
  'teacher_1',
  'long-enough-9',
  '10',
  'true',
);

/** Returns a value for this JSON schema, occasionally with one invalid part. */
export function valueOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined && choices.length > 0) return fc.oneof(...choices.map(valueOf));
  if (schema.allOf?.[0] !== undefined) return valueOf(schema.allOf[0]);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object': {
      const properties = Object.entries(schema.properties ?? {});
      const parts = properties.map(
        ([name, part]) =>
          [name, fc.oneof({ weight: 9, arbitrary: valueOf(part) }, { weight: 1, arbitrary: hostile })] as const,
      );
      return fc.record(Object.fromEntries(parts), { requiredKeys: [] });
    }
    case 'array':
      return fc.array(valueOf(schema.items ?? {}), { maxLength: 4 });
    case 'integer':
      return fc.oneof(fc.integer({ min: 1, max: 60 }), fc.maxSafeInteger());
    case 'number':
      return fc.oneof(fc.integer({ min: -90, max: 90 }), fc.double());
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return fc.oneof(texts, fc.string({ unit: 'grapheme', maxLength: Math.min(schema.maxLength ?? 60, 60) }));
    default:
      return hostile;
  }
}
