import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter';
import path from 'node:path';
import { firstLines, quoted, report } from './events.ts';

const root = path.join(import.meta.dirname, '../..');
const fileOf = (test: TestCase) => path.relative(root, test.location.file);
const projectOf = (test: TestCase) => test.titlePath()[1] ?? '';
const nameOf = (test: TestCase) => `${fileOf(test)}: ${test.title} (${projectOf(test)})`;

/** Reports the stories' progress and failures to `npm test` as they happen. */
export default class StoryReporter implements Reporter {
  #passed = 0;
  #failed = 0;

  onBegin(_config: FullConfig, suite: Suite): void {
    report({ kind: 'plan', names: suite.allTests().map(nameOf) });
  }

  onTestBegin(test: TestCase): void {
    report({ kind: 'start', name: nameOf(test) });
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    report({ kind: 'end', name: nameOf(test), ms: result.duration });
    if (result.status === 'skipped') return;
    if (result.status === test.expectedStatus) this.#passed += 1;
    else {
      this.#failed += 1;
      report({
        kind: 'failure',
        title: nameOf(test),
        why: firstLines(result.errors.map(({ message }) => message ?? '')),
        again: `${fileOf(test)} -t ${quoted(test.title)}`,
      });
    }
  }

  onError(error: TestError): void {
    this.#failed += 1;
    report({
      kind: 'failure',
      title: 'An error outside of any story',
      why: firstLines([error.message ?? String(error.value)]),
      again: 'stories',
    });
  }

  onEnd(_result: FullResult): void {
    report({ kind: 'tally', passed: this.#passed, failed: this.#failed });
  }

  /** Progress is printed by `npm test`: without this, Playwright adds its own reporter. */
  printsToStdio(): boolean {
    return true;
  }
}
