import { sessionQuery } from '#web/session/session.ts';
import { makeQueryClient } from '#web/queries.ts';

// The entry of the application's shell: every address that is no public page. Who it is is asked first; what draws, whose file is on
// its way from the start, runs in a moment of its own: together they would keep a slow phone busy for long enough to be felt.
const container = document.getElementById('root');
if (container) {
  const queries = makeQueryClient();
  void queries.prefetchQuery(sessionQuery);
  void import('#web/boot/main.tsx').then(({ start }) => start(container, queries));
}
