// Preloaded into a server (`node --import`): its wall clock is off by the milliseconds in the file at FAULTS_CLOCK.
// Monotonic clocks (performance.now, timers) aren't affected, as in a real system.
import { readFileSync } from 'node:fs';

const file = process.env['FAULTS_CLOCK'] ?? '';
const RealDate = Date;
let off = 0;

function look(): void {
  try {
    off = Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    off = 0;
  }
}
look();
setInterval(look, 20).unref();

class JumpingDate extends RealDate {
  constructor(...parts: [] | [value: string | number | Date]) {
    if (parts.length === 0) super(RealDate.now() + off);
    // Date's other arguments are passed through unchanged.
    else super(...parts);
  }
  static override now(): number {
    return RealDate.now() + off;
  }
  /** Every date counts as a date, no matter which realm created it. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return Object.prototype.toString.call(value) === '[object Date]';
  }
}
globalThis.Date = JumpingDate as DateConstructor;
