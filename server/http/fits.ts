import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';

/** Whether a value is already the exact result of parsing it with the schema. */
export type Fits = (value: unknown) => boolean;

/**
 * Reads a schema once and returns a check of values that costs a fraction of parsing them. The schema passes each value
 * that the check accepts unchanged. The schema must parse other values, and values of types that the check doesn't
 * know. Without it, a list of 44 vacancies takes at least 16 % more processor time (2.28 ms instead of 1.79 to 1.97)
 * and the session check 10 % (0.35 ms instead of 0.29 to 0.32): medians of seven alternating rounds in one process. The
 * range is that of the control.
 */
export function fitsOf(schema: z.core.$ZodType): Fits {
  // These schemas appear several times in every row.
  if (schema === id) return (value) => isInteger(value) && value > 0;
  // `def.type` distinguishes its kinds, as in the library itself.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if ((def.checks?.length ?? 0) > 0) return askedOf(schema);
  switch (def.type) {
    case 'string':
      return 'format' in def ? askedOf(schema) : (value) => typeof value === 'string';
    case 'number':
      return 'format' in def && def.format === 'safeint' ? isInteger : askedOf(schema);
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'enum': {
      const known = new Set<unknown>(Object.values(def.entries));
      return (value) => known.has(value);
    }
    case 'nullable': {
      const fits = fitsOf(def.innerType);
      return (value) => value === null || fits(value);
    }
    case 'optional': {
      const fits = fitsOf(def.innerType);
      return (value) => value === undefined || fits(value);
    }
    case 'array': {
      const fits = fitsOf(def.element);
      return (value) => Array.isArray(value) && value.every(fits);
    }
    case 'object':
      return fitsObject(def.shape);
    default:
      return askedOf(schema);
  }
}

function fitsObject(shape: Readonly<Record<string, z.core.$ZodType>>): Fits {
  const fields = Object.entries(shape).map(([name, schema]) => ({ name, fits: fitsOf(schema) }));
  const known = new Set(Object.keys(shape));
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    for (const name in value) if (!known.has(name)) return false;
    // Reads only names that the schema has.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const given = value as Record<string, unknown>;
    return fields.every(({ name, fits }) => fits(given[name]));
  };
}

const isInteger = (value: unknown): value is number => Number.isSafeInteger(value);

/** Returns the schema's own verdict: it accepts the value and leaves it unchanged. */
function askedOf(schema: z.core.$ZodType): Fits {
  return (value) => {
    const { success, data } = z.safeParse(schema, value);
    return success && data === value;
  };
}
