import * as z from 'zod/mini';
import { namesOf } from '#web/ui/form-state.ts';

export type Schema = z.ZodMiniType | undefined;
export type Errors<Name extends string> = Partial<Record<Name, string>>;

/** Returns the first error for each of these fields, according to a schema. */
export function problemsOf<Name extends string>(schema: Schema, value: unknown, names: readonly Name[]): Errors<Name> {
  const found: Errors<Name> = {};
  if (schema === undefined) return found;
  const parsed = z.safeParse(schema, value);
  for (const issue of parsed.error?.issues ?? []) {
    const name = names.find((known) => known === issue.path[0]);
    if (name !== undefined && found[name] === undefined) found[name] = issue.message;
  }
  return found;
}

/** Checks a form that has the call's fields. */
export function checkedBy<Values extends object>(schema: Schema) {
  return (values: Values): Errors<Extract<keyof Values, string>> => problemsOf(schema, values, namesOf(values));
}
