/**
 * Waits for all of these promises, then rejects with the first failure in their order, if any. Use it for work with
 * side effects: `Promise.all` rejects immediately while the other promises still run.
 */
export async function allSettled<const Work extends readonly Promise<unknown>[]>(
  work: Work,
): Promise<{ -readonly [Nth in keyof Work]: Awaited<Work[Nth]> }> {
  const outcomes = await Promise.allSettled(work);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  // All of them have been fulfilled.
  return Promise.all(work);
}
