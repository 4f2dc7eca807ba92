import path from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule, TestSpecification } from 'vitest/node';
import { firstLines, quoted, report } from './events.ts';

const root = path.join(import.meta.dirname, '../..');
const nameOf = (file: string) => path.relative(root, file);

/** Reports Vitest's progress and failures to `npm test` as they happen. */
export default class VitestReporter implements Reporter {
  #passed = 0;
  #failed = 0;
  readonly #began = new Map<string, number>();

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    report({ kind: 'plan', names: specifications.map(({ moduleId }) => nameOf(moduleId)) });
  }

  onTestModuleQueued(module: TestModule): void {
    this.#began.set(module.moduleId, performance.now());
    report({ kind: 'start', name: nameOf(module.moduleId) });
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors = [] } = test.result();
    if (state === 'passed') this.#passed += 1;
    if (state !== 'failed') return;
    this.#failed += 1;
    const file = nameOf(test.module.moduleId);
    const why = firstLines(
      errors.flatMap(({ message, diff, cause }) => [
        [message, diff].filter(Boolean).join('\n'),
        ...(cause ? [`because: ${cause.message}`] : []),
      ]),
    );
    report({
      kind: 'failure',
      title: `${file}: ${test.fullName}`,
      why,
      again: `${file} -t ${quoted(test.name)}`,
    });
  }

  onTestModuleEnd(module: TestModule): void {
    const name = nameOf(module.moduleId);
    report({ kind: 'end', name, ms: performance.now() - (this.#began.get(module.moduleId) ?? performance.now()) });
    // A hook of the file, or the file itself, failed: its tests never ran.
    for (const error of module.errors()) this.#fault(name, [error.stack ?? error.message], name);
    for (const suite of module.children.allSuites())
      for (const error of suite.errors())
        this.#fault(`${name}: ${suite.fullName}`, [error.stack ?? error.message], name);
  }

  onTestRunEnd(_modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    for (const error of unhandled) {
      const file = typeof error['VITEST_TEST_PATH'] === 'string' ? nameOf(error['VITEST_TEST_PATH']) : 'tests';
      this.#fault(`An error outside of any test, while ${file} ran`, [error.stack ?? error.message], file);
    }
    report({ kind: 'tally', passed: this.#passed, failed: this.#failed });
  }

  onUserConsoleLog({ content }: { content: string }): void {
    process.stdout.write(content.endsWith('\n') ? content : `${content}\n`);
  }

  #fault(title: string, messages: readonly string[], again: string): void {
    this.#failed += 1;
    report({ kind: 'failure', title, why: firstLines(messages), again });
  }
}
