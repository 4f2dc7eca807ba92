const mark = 'code-step';

/** Returns whether the current history entry is the code step's. */
const isOnCodeEntry = () => history.state === mark;

/** Adds a history entry for the code step, and calls `onBack` when the person has left it. Call the returned function to stop. */
export function enterCodeEntry(onBack: () => void): () => void {
  // After Forward, the entry exists already.
  if (!isOnCodeEntry()) history.pushState(mark, '');
  const left = () => {
    if (!isOnCodeEntry()) onBack();
  };
  addEventListener('popstate', left);
  return () => removeEventListener('popstate', left);
}

let leaving: Promise<unknown> | null = null;

/** Goes back from the code step's entry, if it is the current one. A second call before the browser arrives only waits. */
export async function leaveCodeEntry(): Promise<void> {
  if (!isOnCodeEntry()) return;
  leaving ??= new Promise((resolve) => {
    addEventListener('popstate', resolve, { once: true });
    history.back();
  });
  await leaving;
  leaving = null;
}
