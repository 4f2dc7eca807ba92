import { sessionQuery } from '#web/session/session.ts';
import { makeQueryClient } from '#web/queries.ts';

// The entry of the app: every address that isn't a public page. It first fetches who is signed in. The rendering code,
// whose file loads in parallel, runs in a separate task: together they would block a slow phone noticeably.
const container = document.getElementById('root');
if (container) {
  const queries = makeQueryClient();
  void queries.prefetchQuery(sessionQuery);
  void import('#web/boot/main.tsx').then(({ start }) => start(container, queries));
}
