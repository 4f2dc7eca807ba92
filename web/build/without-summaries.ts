import type { Plugin } from 'vite';

// A summary is one literal in quotes, on the same line or the next one.
const summary = /\bsummary:\n? *(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/g;

// The list of one call's errors, or the name of a list.
const errors = /\berrors: (?:\[[^\]]*\]|\w+)(?=,| \})/g;

/**
 * Leaves the summaries and the errors of calls out of the web. Only the server and the OpenAPI document use them, and
 * they would be 3% of a home's first load.
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

/** Returns the source of a contract with empty summaries and lists of errors. */
export function strippedOfSummaries(code: string): string {
  return code.replaceAll(summary, "summary: ''").replaceAll(errors, 'errors: []');
}
