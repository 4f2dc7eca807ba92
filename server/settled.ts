/**
 * Waits until every one of these has ended, and fails then with the first failure among them, if there is one. For work
 * that has effects: `Promise.all` fails at once, while the others still go on unseen.
 */
export async function allSettled<Result>(work: Iterable<Promise<Result>>): Promise<Result[]> {
  const outcomes = await Promise.allSettled(work);
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}
