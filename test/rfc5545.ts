/** A component of an iCalendar document: its properties in order, and its components. */
export type Component = { name: string; properties: Property[]; components: Component[] };
type Property = { name: string; params: Record<string, string>; value: string };

const longestLine = 75;
const contentLine =
  /^([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=(?:"[^"\u0000-\u001F]*"|[^",;:\u0000-\u001F]*))*):([^\u0000-\u0008\u000A-\u001F\u007F]*)$/;
const once: Record<string, readonly string[]> = {
  VCALENDAR: ['PRODID', 'VERSION', 'CALSCALE', 'METHOD'],
  VEVENT: [
    'UID',
    'DTSTAMP',
    'DTSTART',
    'DTEND',
    'SEQUENCE',
    'STATUS',
    'SUMMARY',
    'LOCATION',
    'DESCRIPTION',
    'URL',
    'LAST-MODIFIED',
    'CLASS',
    'TRANSP',
    'PRIORITY',
  ],
};
const required: Record<string, readonly string[]> = {
  VCALENDAR: ['PRODID', 'VERSION'],
  VEVENT: ['UID', 'DTSTAMP', 'DTSTART', 'DTEND'],
};
const texts = new Set(['SUMMARY', 'LOCATION', 'DESCRIPTION', 'UID', 'X-WR-CALNAME', 'COMMENT']);

/**
 * Parses an iCalendar document as strictly as RFC 5545 requires (sections 3.1, 3.3, 3.6 and 3.8), and throws at the
 * first violation. Times must be instants, or local times with the VTIMEZONE that they name.
 */
export function readCalendar(bytes: Uint8Array): Component {
  const lines = unfold(bytes);
  const open: Component[] = [];
  let calendar: Component | null = null;
  for (const line of lines) {
    const property = readLine(line);
    if (property.name === 'BEGIN') open.push({ name: property.value, properties: [], components: [] });
    else if (property.name === 'END') {
      const done = open.pop();
      if (done?.name !== property.value) throw new Error(`END:${property.value} closes ${done?.name ?? 'nothing'}.`);
      check(done);
      const outer = open.at(-1);
      if (outer) outer.components.push(done);
      else if (calendar) throw new Error('There is more than one calendar.');
      else calendar = done;
    } else {
      const current = open.at(-1);
      if (!current) throw new Error(`${property.name} stands outside of the calendar.`);
      current.properties.push(property);
    }
  }
  if (open.length > 0 || calendar?.name !== 'VCALENDAR') throw new Error('The calendar is not closed.');
  const events = calendar.components.filter(({ name }) => name === 'VEVENT');
  const uids = events.map((event) => valueOf(event, 'UID'));
  if (new Set(uids).size < uids.length) throw new Error('Two events have the same UID.');
  for (const event of events) checkTimes(event, calendar);
  return calendar;
}

/** Returns the unescaped value of a property. Returns null if there is none. */
export function valueOf(component: Component, name: string): string | null {
  const property = component.properties.find((known) => known.name === name);
  if (property === undefined) return null;
  return texts.has(name)
    ? property.value.replaceAll(/\\([\\;,nN])/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign))
    : property.value;
}

/** Section 3.1: each line ends with CRLF, has at most 75 octets, and no fold splits a character. */
function unfold(bytes: Uint8Array): string[] {
  const lines: string[] = [];
  let start = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const isEnd = bytes[at] === 13 && bytes[at + 1] === 10;
    if (!isEnd && (bytes[at] === 13 || bytes[at] === 10))
      throw new Error(`A line ends with only half of CRLF at octet ${at}.`);
    if (!isEnd) continue;
    if (at - start > longestLine) throw new Error(`A line has ${at - start} octets.`);
    const line = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(start, at));
    if (line === '') throw new Error('There is an empty line.');
    if (!/^[ \t]/.test(line)) lines.push(line);
    else if (lines.length === 0) throw new Error('The first line continues nothing.');
    else lines.push(`${lines.pop() ?? ''}${line.slice(1)}`);
    at += 1;
    start = at + 1;
  }
  if (start < bytes.length) throw new Error('The last line has no end.');
  return lines;
}

function readLine(line: string): Property {
  const [, name, params = '', value] = contentLine.exec(line) ?? [];
  if (name === undefined || value === undefined) throw new Error(`This is no content line: ${line}`);
  if (texts.has(name) && !/^(?:[^\\;,]|\\[\\;,nN])*$/.test(value)) throw new Error(`${name} is not escaped: ${value}`);
  const pairs = params
    .split(';')
    .slice(1)
    .map((pair): [string, string] => [
      pair.slice(0, pair.indexOf('=')),
      pair.slice(pair.indexOf('=') + 1).replaceAll('"', ''),
    ]);
  return { name: name.toUpperCase(), params: Object.fromEntries(pairs), value };
}

function check({ name, properties }: Component): void {
  const count = (wanted: string) => properties.filter((property) => property.name === wanted).length;
  for (const wanted of once[name] ?? [])
    if (count(wanted) > 1) throw new Error(`${name} has ${wanted} more than once.`);
  for (const wanted of required[name] ?? []) if (count(wanted) === 0) throw new Error(`${name} has no ${wanted}.`);
  for (const { name: known, value } of properties) {
    if (known === 'VERSION' && name === 'VCALENDAR' && value !== '2.0') throw new Error(`The version is ${value}.`);
    if (known === 'SEQUENCE' && !/^\d+$/.test(value)) throw new Error(`SEQUENCE is ${value}.`);
    if (known === 'STATUS' && name === 'VEVENT' && !['TENTATIVE', 'CONFIRMED', 'CANCELLED'].includes(value))
      throw new Error(`STATUS is ${value}.`);
    if (['DTSTAMP', 'LAST-MODIFIED', 'CREATED'].includes(known) && !isInstant(value))
      throw new Error(`${known} is no instant: ${value}`);
    if (known === 'URL' && !URL.canParse(value)) throw new Error(`URL is ${value}.`);
  }
}

function isInstant(value: string): boolean {
  const [, year, month, day, hours, minutes, seconds] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(value) ?? [];
  return !Number.isNaN(Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`));
}

function checkTimes(event: Component, calendar: Component): void {
  const zones = calendar.components.filter(({ name }) => name === 'VTIMEZONE').map((zone) => valueOf(zone, 'TZID'));
  for (const name of ['DTSTART', 'DTEND']) {
    const { params = {}, value = '' } = event.properties.find((property) => property.name === name) ?? {};
    const zone = params['TZID'];
    if (zone === undefined ? !isInstant(value) : !isInstant(`${value}Z`) || !zones.includes(zone))
      throw new Error(`${name} is neither an instant nor a time of a zone that is told: ${value}`);
  }
  if ((valueOf(event, 'DTSTART') ?? '') >= (valueOf(event, 'DTEND') ?? ''))
    throw new Error('An event ends before it begins.');
}
