// Loaded into a server before anything else (`node --import`): its wall clock is off by as many milliseconds as the file at
// FAULTS_CLOCK says right now. Time that only runs forward (performance.now, timers) is left alone, as the system does.
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
    // What Date takes beside one value, a list of parts, it takes from here as it came.
    else super(...parts);
  }
  static override now(): number {
    return RealDate.now() + off;
  }
  /** A date is a date, whoever made it. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return Object.prototype.toString.call(value) === '[object Date]';
  }
}
globalThis.Date = JumpingDate as DateConstructor;
