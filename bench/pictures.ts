/**
 * Generates the tables and charts of docs/performance.md from the benchmarks' results. `node bench/pictures.ts`
 * regenerates them from docs/performance/.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Results, results, rowOf, type Table, textOf } from '#bench/results.ts';

const docs = path.join(import.meta.dirname, '../docs');
/** The folder in which `npm run bench -- --keep` saves the results. */
export const keptResults = path.join(docs, 'performance');

export const ink = '#1d1b20';
export const soft = '#6b6672';
export const line = '#d9d5de';
const paper = '#ffffff';
/** The colors of the worlds, from the smallest part of the country to the largest. */
const shades = ['#b8a3e0', '#7f5fc4', '#3f1f8f'];
const [ours, missed] = ['#5a3bb0', '#b3261e'];
const rowHeight = 26;
const left = 250;
const width = 860;
const right = 60;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
export const textAt = (x: number, y: number, text: string, more = '') =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${more}>${escaped(text)}</text>`;

export function picture(title: string, height: number, parts: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="system-ui, sans-serif" font-size="13" fill="${ink}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" fill="${paper}"/>`,
    textAt(16, 28, title, 'font-size="16" font-weight="600"'),
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}

/** Axis ticks at round values, about five up to the largest. */
function ticksTo(most: number): number[] {
  const rough = most / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? power;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, n) => n * step);
}

/**
 * Returns the p50 and p99 of every screen at each size: dots that are close together if size costs nothing, rings for
 * the slowest percent.
 */
function drawFlat({ columns, rows }: Table): string {
  const sizes = columns.flatMap((column, at) =>
    column.startsWith('p99 at ') ? [{ share: column.slice('p99 at '.length), at }] : [],
  );
  // Each p99 is next to the p50 of the same size.
  const screens = rows.map((row) => ({
    name: `${row[0]}: ${row[1]}`,
    half: sizes.map(({ at }) => Number(row[at - 1])),
    slow: sizes.map(({ at }) => Number(row[at])),
  }));
  const ticks = ticksTo(Math.max(...screens.flatMap(({ slow }) => slow)));
  const x = (ms: number) => left + (ms / (ticks.at(-1) ?? 1)) * (width - left - right);
  const top = 84;
  const bottom = top + screens.length * rowHeight;
  return picture('Opening a screen, in ms, by the size of the country around it', bottom + 40, [
    ...sizes.map(
      ({ share }, n) =>
        `<circle cx="${22 + n * 170}" cy="52" r="5" fill="${shades[n]}"/>${textAt(34 + n * 170, 56, `1/${Math.round(1 / Number(share))} of the schools`, `fill="${soft}"`)}`,
    ),
    textAt(34 + sizes.length * 170, 56, 'dot: p50, ring: p99', `fill="${soft}"`),
    ...ticks.map(
      (tick) =>
        `<line x1="${x(tick)}" x2="${x(tick)}" y1="${top - 8}" y2="${bottom}" stroke="${line}"/>${textAt(x(tick), bottom + 20, String(tick), `text-anchor="middle" fill="${soft}"`)}`,
    ),
    ...screens.flatMap(({ name, half, slow }, n) => {
      const y = top + n * rowHeight + rowHeight / 2 - 4;
      return [
        textAt(left - 14, y + 4, name, 'text-anchor="end"'),
        ...slow.map(
          (value, size) =>
            `<circle cx="${x(value).toFixed(1)}" cy="${y}" r="4" fill="none" stroke="${shades[size]}" stroke-width="1.5"/>`,
        ),
        ...half.map((value, size) => `<circle cx="${x(value).toFixed(1)}" cy="${y}" r="5" fill="${shades[size]}"/>`),
      ];
    }),
  ]);
}

/** Each call's share of the limit, with its target. */
function drawLimit(ratios: readonly { what: string; figure: number; target: number }[]): string {
  const most = Math.max(1, ...ratios.map(({ figure }) => figure)) * 1.05;
  const x = (share: number) => left + (share / most) * (width - left - right);
  const top = 84;
  const bottom = top + ratios.length * rowHeight;
  return picture('Throughput beside the least that could answer the same', bottom + 40, [
    `<rect x="16" y="46" width="12" height="12" fill="${ours}"/>${textAt(34, 56, 'share of the limit', `fill="${soft}"`)}<line x1="170" x2="170" y1="44" y2="60" stroke="${ink}" stroke-width="2"/>${textAt(178, 56, 'target', `fill="${soft}"`)}<rect x="240" y="46" width="12" height="12" fill="${missed}"/>${textAt(258, 56, 'below it', `fill="${soft}"`)}`,
    ...[0, 0.25, 0.5, 0.75, 1].map(
      (tick) =>
        `<line x1="${x(tick)}" x2="${x(tick)}" y1="${top - 8}" y2="${bottom}" stroke="${line}"/>${textAt(x(tick), bottom + 20, tick.toFixed(2), `text-anchor="middle" fill="${soft}"`)}`,
    ),
    ...ratios.flatMap(({ what, figure, target }, n) => {
      const y = top + n * rowHeight;
      return [
        textAt(left - 14, y + 13, what.split(':')[0] ?? what, 'text-anchor="end"'),
        `<rect x="${left}" y="${y}" width="${(x(figure) - left).toFixed(1)}" height="16" fill="${figure >= target ? ours : missed}"/>`,
        `<line x1="${x(target)}" x2="${x(target)}" y1="${y - 3}" y2="${y + 19}" stroke="${ink}" stroke-width="2"/>`,
        textAt(
          x(figure < target && target - figure < 0.1 ? target : figure) + 6,
          y + 13,
          figure.toFixed(2),
          `fill="${soft}"`,
        ),
      ];
    }),
  ]);
}

function read(bench: string): Results | null {
  const file = path.join(keptResults, `${bench}.json`);
  return existsSync(file) ? results.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
}

/** Draws the charts of the saved results, and inserts their tables into the page. */
export function drawPictures(): void {
  const draw = (name: string, svg: string) => writeFileSync(path.join(docs, 'pictures', name), svg);
  const screens = read('flat')?.tables.find(({ name }) => name === 'screens');
  if (screens !== undefined) draw('performance-flat.svg', drawFlat(screens));
  const limit = read('limit');
  if (limit !== null) draw('performance-limit.svg', drawLimit(limit.ratios));
  const page = path.join(docs, 'performance.md');
  writeFileSync(
    page,
    readFileSync(page, 'utf8').replaceAll(place, (whole: string, bench: string) => filled(bench) ?? whole),
  );
}

/** The markers of a benchmark's tables in the page. */
const place = /<!-- results: ([a-z]+) -->[^]*?<!-- end -->/g;

function filled(bench: string): string | null {
  const found = read(bench);
  if (found === null) return null;
  const { ratios, tables, command, at, machine, seconds } = found;
  const parts = [
    ...(ratios.length > 0 ? [textOf({ columns: ['', 'Figure', 'Target', ''], rows: ratios.map(rowOf) })] : []),
    ...tables.map(textOf),
    `*\`${command}\`, ${at.replace('T', ' ')} UTC, ${seconds} s, on ${machine}.*`,
  ];
  return `<!-- results: ${bench} -->\n${parts.join('\n\n')}\n<!-- end -->`;
}

if (import.meta.main) drawPictures();
