import * as z from 'zod/mini';

export type Errors<Name extends string> = Partial<Record<Name, string>>;

/** The first error for each of these fields, according to a schema. */
export function problemsOf<Name extends string>(
  schema: z.ZodMiniType | undefined,
  value: unknown,
  names: readonly Name[],
): Errors<Name> {
  const found: Errors<Name> = {};
  if (schema === undefined) return found;
  const parsed = z.safeParse(schema, value);
  for (const issue of parsed.error?.issues ?? []) {
    const name = names.find((known) => known === issue.path[0]);
    if (name !== undefined && found[name] === undefined) found[name] = issue.message;
  }
  return found;
}
