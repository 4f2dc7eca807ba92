import { afterEach, expect, test } from 'vitest';
import { cdp } from 'vitest/browser';
import '#web/styles/print.css';
import { printPart } from '#web/features/reports/print.ts';
import { show } from '#test/screen.tsx';

const media = (name: string) => cdp().send('Emulation.setEmulatedMedia', { media: name });
const isPrinted = (id: string) => document.getElementById(id)?.checkVisibility();

afterEach(async () => {
  dispatchEvent(new Event('afterprint'));
  await media('');
});

test('a part that its own button prints leaves the rest of the page out, and keeps names that open something', async () => {
  // Its dialog would wait for a person.
  globalThis.print = () => undefined;
  show(
    <main>
      <section id="figures">4 schools</section>
      <section id="report" data-printed="report">
        Vacancy Report
      </section>
      <section id="more" data-printed="more">
        <button id="all" className="link">
          All schools
        </button>
        <table>
          <tbody>
            <tr>
              <td>
                <button id="school" className="link">
                  Cedar Hollow
                </button>
              </td>
            </tr>
          </tbody>
        </table>
      </section>
    </main>,
  );
  await expect.poll(() => isPrinted('school')).toBe(true);
  await media('print');
  printPart('more', 'Fill report');
  expect(['figures', 'report', 'more', 'all', 'school'].map(isPrinted)).toEqual([false, false, true, false, true]);
});
