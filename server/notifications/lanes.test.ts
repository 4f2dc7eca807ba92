import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openLanes } from '#server/notifications/lanes.ts';

/** Returns lanes whose steps end when the test says so, and the steps in progress. */
function open(most: number) {
  const steps: { end(hadWork: boolean): void; fail(error: Error): void }[] = [];
  const lanes = openLanes(
    most,
    () =>
      new Promise<boolean>((resolve, reject) => {
        const over = () => void steps.splice(steps.indexOf(step), 1);
        const step = {
          end: (hadWork: boolean) => {
            over();
            resolve(hadWork);
          },
          fail: (error: Error) => {
            over();
            reject(error);
          },
        };
        steps.push(step);
      }),
  );
  return { lanes, steps };
}

it('a wake-up starts idle lanes while another is busy, and the run ends with the last of them', async () => {
  const { lanes, steps } = open(3);
  let isOver = false;
  const run = lanes.run().then(() => (isOver = true));
  expect(steps).toHaveLength(3);
  steps[0]?.end(false);
  steps[0]?.end(false);
  await nextTurn();
  expect(steps).toHaveLength(1);
  lanes.wake();
  expect(steps).toHaveLength(3);
  const [first] = steps;
  steps.slice(1).forEach((step) => step.end(false));
  first?.end(true);
  await nextTurn();
  expect([steps.length, isOver], 'a lane that had work looks for more').toEqual([1, false]);
  steps[0]?.end(false);
  await run;
});

it('a lane that finds nothing looks again if it was woken during its step, or as it ends', async () => {
  const { lanes, steps } = open(1);
  const run = lanes.run();
  lanes.wake();
  steps[0]?.end(false);
  await nextTurn();
  expect(steps).toHaveLength(1);
  steps[0]?.end(false);
  await run;
});

it('at every moment while the last lane ends, a wake-up either starts it or says that the run is over', async () => {
  for (let moment = 0; moment < 8; moment += 1) {
    const { lanes, steps } = open(1);
    let isOver = false;
    const run = lanes.run().then(() => (isOver = true));
    steps[0]?.end(false);
    for (let n = 0; n < moment; n += 1) await Promise.resolve();
    const isWoken = lanes.wake();
    await nextTurn();
    expect([steps.length, isOver], `after ${moment} microtasks`).toEqual(isWoken ? [1, false] : [0, true]);
    steps[0]?.end(false);
    await run;
  }
});

it('a failed lane does not end the others, can be started again, and fails the run', async () => {
  const { lanes, steps } = open(2);
  const run = lanes.run().then(
    () => 'fine',
    (error: Error) => error.message,
  );
  steps[0]?.fail(new Error('broken'));
  await nextTurn();
  expect(steps).toHaveLength(1);
  lanes.wake();
  expect(steps).toHaveLength(2);
  steps[0]?.end(false);
  steps[0]?.end(false);
  await nextTurn();
  // The lane was woken during its step, so it looks again.
  steps[0]?.end(false);
  expect(await run).toBe('broken');
});
