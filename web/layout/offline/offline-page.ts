import type { Vacancy } from '#contract/vacancies.ts';
import { productName } from '#domain/product.ts';
import { formatLongDate, formatShortDate, formatTime, localDate, localTime } from '#domain/time.ts';

/** The stored part of an assignment: place, time and the front office's phone. No person's name, no notes. */
type Assignment = Pick<
  Vacancy,
  | 'id'
  | 'date'
  | 'startTime'
  | 'endTime'
  | 'description'
  | 'classInWords'
  | 'schoolName'
  | 'schoolAddress'
  | 'schoolPhone'
  | 'reportTime'
  | 'alsoCovers'
>;

/** The colors of web/styles that this page needs. */
export const offlineStyle = `:root{color-scheme:light dark;--canvas:#f7f7f4;--surface:#fff;--line:#dcdcd4;--ink:#1b1f27;--ink-2:#4b5260;--accent:#2450c8}
@media (prefers-color-scheme:dark){:root{--canvas:#0d1116;--surface:#161b22;--line:#2d343e;--ink:#eceef2;--ink-2:#aab0bb;--accent:#9db9ff}}
body{margin:0;padding:1.5rem 1rem calc(1.5rem + env(safe-area-inset-bottom));background:var(--canvas);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{max-width:36rem;margin:0 auto}h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem}h2{font-size:1rem;margin:0}p{margin:.25rem 0;color:var(--ink-2)}
ul{list-style:none;margin:1.5rem 0;padding:0}li{margin:0 0 .75rem;padding:1rem;border:1px solid var(--line);border-radius:12px;background:var(--surface);overflow-wrap:anywhere}
a{display:inline-flex;align-items:center;min-height:44px;color:var(--accent);font-weight:600}`;

/**
 * Loads the page that the person wanted, once the device is connected again. A device often says so before its first
 * call succeeds, so a small call goes first, and is repeated until it is answered.
 */
export const offlineScript =
  "addEventListener('online',function f(){fetch('/api/health').then(()=>location.reload(),()=>setTimeout(f,3000))})";

type Known = {
  knownAt: Date;
  /** The school's. The page may be read days later, and on a device that has been elsewhere. */
  timeZone: string;
  assignments: readonly Assignment[];
};

/** Returns the page for a substitute who is offline: a self-contained document. */
export function offlinePage({ knownAt, timeZone, assignments }: Known): string {
  const since = `${formatTime(localTime(knownAt, timeZone))} on ${formatShortDate(localDate(knownAt, timeZone))}`;
  const list =
    assignments.length === 0
      ? '<p>You had no upcoming assignments.</p>'
      : `<ul aria-label="Your assignments">${assignments.map(listed).join('')}</ul>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>You are offline · ${productName}</title>
<style>${offlineStyle}</style>
</head>
<body>
<main>
<h1>You are offline</h1>
<p role="status">This is what we knew at ${escaped(since)}. It may have changed since.</p>
${list}
<p>Without a connection, you can’t request a vacancy, answer or cancel. Nothing is saved to be sent later.</p>
<p><a href="">Try again</a></p>
</main>
<script>${offlineScript}</script>
</body>
</html>
`;
}

function listed(assignment: Assignment): string {
  const { date, startTime, endTime, description, classInWords, schoolName, schoolAddress, schoolPhone, reportTime } =
    assignment;
  const parts = [
    `${formatLongDate(date)}, ${formatTime(startTime)} to ${formatTime(endTime)}`,
    classInWords,
    reportTime ? `Report to the office by ${formatTime(reportTime)}` : '',
    schoolName,
    schoolAddress,
    assignment.alsoCovers,
  ];
  const lines = parts.map((part) => (part ? `<p dir="auto">${escaped(part)}</p>` : ''));
  // A phone call needs no data connection.
  const phone = schoolPhone
    ? `<p>Front office <a href="tel:${schoolPhone.replaceAll(/[^+\dx]/gi, '')}">${escaped(schoolPhone)}</a></p>`
    : '';
  return `<li><h2 dir="auto">${escaped(description)}</h2>${lines.join('')}${phone}</li>`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '');
}
