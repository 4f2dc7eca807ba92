import type { Plugin } from 'vite';

// A summary is one literal in quotes, on the same line or the next one.
const summary = /\bsummary:\n? *(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/g;

/**
 * Leaves the summaries of calls out of the web. Only the OpenAPI document shows them, and they would be 3% of a home's
 * first load.
 */
export function withoutSummaries(): Plugin {
  return {
    name: 'firstbell:without-summaries',
    apply: 'build',
    transform: {
      order: 'pre',
      filter: { id: /\/contract\/[\w-]+\.ts$/ },
      handler: (code) => ({ code: strippedOfSummaries(code), map: null }),
    },
  };
}

/** Returns the source of a contract with empty summaries. */
export function strippedOfSummaries(code: string): string {
  return code.replaceAll(summary, "summary: ''");
}
