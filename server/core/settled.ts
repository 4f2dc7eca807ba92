/**
 * Waits for all of these promises, then rejects with the first failure, if any. Use it for work with side effects:
 * `Promise.all` rejects immediately while the other promises still run.
 */
export async function allSettled<Result>(work: Iterable<Promise<Result>>): Promise<Result[]> {
  const outcomes = await Promise.allSettled(work);
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}
