import type { Plugin } from 'vite';

/** Serves the test page at every address below /stage/, as the server does with the app. */
export function serveStage(): Plugin {
  return {
    name: 'stage',
    configureServer: (server) => {
      server.middlewares.use('/stage', (_request, response) => {
        response.setHeader('content-type', 'text/html');
        response.end(
          // Vitest wraps dynamic imports, but has no runner in this page.
          '<!doctype html><html lang="en"><title>Stage</title><script>__vitest_browser_runner__ = { wrapDynamicImport: (load) => load() }</script><div id="root"></div><script type="module" src="/web/testing/stage.tsx"></script></html>',
        );
      });
    },
  };
}
