import * as z from 'zod/mini';

export type Errors<Name extends string> = Partial<Record<Name, string>>;

/** The first sentence for each of these fields that a schema finds at fault. */
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
