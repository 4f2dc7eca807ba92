import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { whenIdle } from '#web/ui/when-idle.ts';

// Node has no idle callbacks and no document. A browser runs each callback once.
let waiting = new Map<number, () => void>();
let marks: Record<string, string> = {};
let now = 0;
const becomeIdle = () => {
  const due = [...waiting.values()];
  waiting.clear();
  for (const act of due) act();
};

beforeEach(() => {
  waiting = new Map();
  marks = {};
  now = 0;
  let last = 0;
  vi.stubGlobal('document', { documentElement: { dataset: marks } });
  vi.stubGlobal('performance', { now: () => now });
  vi.stubGlobal('requestIdleCallback', (act: () => void) => {
    last += 1;
    waiting.set(last, act);
    return last;
  });
  vi.stubGlobal('cancelIdleCallback', (id: number) => waiting.delete(id));
});
afterEach(() => vi.unstubAllGlobals());

describe('work for an idle browser', () => {
  it('starts when the browser is idle and nothing on the screen loads', () => {
    const act = vi.fn<() => void>();
    whenIdle(act);
    expect(act).not.toHaveBeenCalled();
    becomeIdle();
    expect(act).toHaveBeenCalledOnce();
    becomeIdle();
    expect(act).toHaveBeenCalledOnce();
  });

  it('waits for the data of the screen, but no longer than two seconds', () => {
    const [once, late] = [vi.fn<() => void>(), vi.fn<() => void>()];
    marks['loading'] = '';
    whenIdle(once);
    becomeIdle();
    becomeIdle();
    expect(once).not.toHaveBeenCalled();
    delete marks['loading'];
    becomeIdle();
    expect(once).toHaveBeenCalledOnce();

    marks['loading'] = '';
    whenIdle(late);
    now = 1999;
    becomeIdle();
    expect(late).not.toHaveBeenCalled();
    now = 2000;
    becomeIdle();
    expect(late).toHaveBeenCalledOnce();
  });

  it('can be canceled before and during the wait', () => {
    const act = vi.fn<() => void>();
    whenIdle(act)();
    marks['loading'] = '';
    const cancel = whenIdle(act);
    becomeIdle();
    cancel();
    delete marks['loading'];
    becomeIdle();
    expect(act).not.toHaveBeenCalled();
  });
});
