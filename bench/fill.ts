/**
 * Simulates how many classes are covered if substitutes are notified all at once or in waves: the product's own rules
 * for ranking, pricing and dispatching, in made-up towns whose assumptions are in docs/fill.md. `node bench/fill.ts
 * [runs]`. It always rewrites the tables and the picture of docs/fill.md, unless `--dry` is given. All policies run
 * in the same towns, so a few runs are enough to compare them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bestPlan } from '#domain/assignment.ts';
import { clairvoyant } from '#bench/fill/clairvoyant.ts';
import { type Outcome, policies, simulate } from '#bench/fill/simulate.ts';
import { chanceOf, type Lead, leads, type Town, townOf, type World, worlds } from '#bench/fill/world.ts';
import { ink, line, picture, soft, textAt } from '#bench/pictures.ts';
import { conclude, type Ratio, type Table, textOf } from '#bench/results.ts';

const [given] = process.argv.slice(2).filter((one) => !one.startsWith('--'));
const runs = Number(given ?? 10);
const docs = path.join(import.meta.dirname, '../docs');

/** The figures of one run: covered classes in percent, in total and by group, and messages for each covered class. */
interface Figures {
  fill: number;
  ofLead: Record<Lead, number>;
  hardest: number;
  messages: number;
}

const percent = (part: number, whole: number) => (whole === 0 ? 0 : (100 * part) / whole);

/**
 * Returns the fifth of the schools that substitutes like least. If they were chosen by outcome, they would do better by
 * chance with the next policy.
 */
function hardestSchools({ schools }: Town): number[] {
  return schools
    .map(({ attractiveness }, nth) => ({ nth, attractiveness }))
    .toSorted((a, b) => a.attractiveness - b.attractiveness)
    .slice(0, Math.max(1, Math.round(schools.length / 5)))
    .map(({ nth }) => nth);
}

function figuresOf(outcome: Outcome, hardest: readonly number[]): Figures {
  const inHardest = hardest.map((nth) => outcome.ofSchool[nth] ?? { vacancies: 0, filled: 0 });
  const sum = (list: readonly number[]) => list.reduce((total, one) => total + one, 0);
  const ofLead = (lead: Lead) => {
    const { vacancies, filled } = outcome.ofLead.get(lead) ?? { vacancies: 0, filled: 0 };
    return percent(filled, vacancies);
  };
  return {
    fill: percent(outcome.filled, outcome.vacancies),
    ofLead: {
      'same morning': ofLead('same morning'),
      'day before': ofLead('day before'),
      '2–3 days': ofLead('2–3 days'),
      '4–11 days': ofLead('4–11 days'),
    },
    hardest: percent(sum(inHardest.map(({ filled }) => filled)), sum(inHardest.map(({ vacancies }) => vacancies))),
    messages: outcome.messages / Math.max(1, outcome.filled),
  };
}

/** Returns the mean of a figure over the runs, and the half-width of its 95% interval. */
function meanOf(values: readonly number[]): { mean: number; half: number } {
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
  const variance = values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / Math.max(1, values.length - 1);
  return { mean, half: (1.96 * Math.sqrt(variance)) / Math.sqrt(values.length) };
}

type Of = (figures: Figures) => number;

interface InWorld {
  world: World;
  /** The figures by policy, with one entry for each run. */
  found: Map<string, Figures[]>;
}

function runAll(world: World): InWorld {
  const found = new Map<string, Figures[]>();
  const keep = (name: string, figures: Figures) => found.set(name, [...(found.get(name) ?? []), figures]);
  // A small school has few classes, so its differences need more runs.
  const times = world.schools === 1 ? 10 * runs : runs;
  for (let seed = 1; seed <= times; seed += 1) {
    const town = townOf(world, seed);
    const hardest = hardestSchools(town);
    for (const policy of policies) {
      keep(policy.name, figuresOf(simulate(town, policy), hardest));
    }
    keep('clairvoyant', figuresOf(clairvoyant(town), hardest));
  }
  console.log(`${world.name}: done after ${(performance.now() / 1000).toFixed(0)} s`);
  return { world, found };
}

/** Returns a policy's difference from broadcast in the same town. */
function differenceOf({ found }: InWorld, name: string, of: Of) {
  const before = found.get('broadcast') ?? [];
  return meanOf((found.get(name) ?? []).map((one, run) => of(one) - of(before[run] ?? one)));
}

function tableOf(one: InWorld): Table {
  const show = (name: string, of: Of) => meanOf((one.found.get(name) ?? []).map(of)).mean.toFixed(1);
  const rows = [...one.found.keys()].map((name) => {
    const gain = differenceOf(one, name, ({ fill }) => fill);
    return [
      name,
      show(name, ({ fill }) => fill),
      name === 'broadcast' ? '' : `${gain.mean >= 0 ? '+' : ''}${gain.mean.toFixed(1)} ± ${gain.half.toFixed(1)}`,
      ...leads.map((lead) => show(name, ({ ofLead }) => ofLead[lead])),
      show(name, ({ hardest }) => hardest),
      name === 'clairvoyant' ? '' : meanOf((one.found.get(name) ?? []).map(({ messages }) => messages)).mean.toFixed(0),
    ];
  });
  return {
    name: one.world.name,
    columns: ['Policy', 'Covered, %', 'Against broadcast', ...leads, 'Hardest fifth', 'Messages for each'],
    rows,
  };
}

/** Each policy's covered share in each world. */
function draw(all: readonly InWorld[]): string {
  const shown = [...policies.map(({ name }) => name), 'clairvoyant'];
  const shades = ['#b3261e', '#c77d1a', '#7f5fc4', '#5a3bb0', '#1f6f43', soft];
  const [left, right, top, height] = [220, 800, 92, 34];
  const x = (share: number) => left + (share / 100) * (right - left);
  const bottom = top + all.length * height;
  return picture('Classes covered in simulation, in percent', bottom + 44, [
    ...shown.map(
      (name, nth) =>
        `<circle cx="${24 + nth * 125}" cy="54" r="6" fill="${shades[nth]}"/>${textAt(36 + nth * 125, 58, name, `fill="${ink}"`)}`,
    ),
    ...[0, 25, 50, 75, 100].map(
      (tick) =>
        `<line x1="${x(tick)}" x2="${x(tick)}" y1="${top - 10}" y2="${bottom}" stroke="${line}"/>${textAt(x(tick), bottom + 20, String(tick), `text-anchor="middle" fill="${soft}"`)}`,
    ),
    ...all.flatMap(({ world, found }, nth) => [
      textAt(left - 14, top + nth * height + 14, world.name, 'text-anchor="end"'),
      ...shown.map((name, policy) => {
        const { mean } = meanOf((found.get(name) ?? []).map(({ fill }) => fill));
        return `<circle cx="${x(mean).toFixed(1)}" cy="${top + nth * height + 10}" r="6" fill="${shades[policy]}" fill-opacity="0.85"/>`;
      }),
    ]),
  ]);
}

/** Returns the median time of a day's plan once the code is warm, in ms. */
function planTime(classes: number, substitutes: number): number {
  const days = Array.from({ length: 10 }, (_, seed) =>
    Array.from({ length: classes }, (__, one) =>
      Array.from({ length: 20 }, (___, nth) => ({
        substitute: Math.floor(chanceOf(seed, 1, one, nth) * substitutes),
        cost: 10 * chanceOf(seed, 2, one, nth),
      })),
    ),
  );
  const times = [...days, ...days, ...days].map((day) => {
    const began = performance.now();
    bestPlan(day, substitutes, 1000);
    return performance.now() - began;
  });
  return times.slice(20).toSorted((a, b) => a - b)[5] ?? NaN;
}

const all = worlds.map(runAll);
const [base] = all;
if (base === undefined) throw new Error('There is no world.');
const best = 'learned';
const gain = (what: string, of: Of, target: number): Ratio => ({
  what: `base world, ${best} against broadcast: ${what}, in points`,
  figure: differenceOf(base, best, of).mean,
  target,
  wanted: 'at least',
});
const messagesOf = (name: string) => meanOf((base.found.get(name) ?? []).map(({ messages }) => messages)).mean;
const ratios: Ratio[] = [
  gain('same morning', ({ ofLead }) => ofLead['same morning'], 10),
  gain('all classes', ({ fill }) => fill, 2.5),
  gain('the hardest fifth of the schools', ({ hardest }) => hardest, 3),
  {
    what: `base world, ${best}: messages for each covered class, in percent of broadcast's`,
    figure: percent(messagesOf(best), messagesOf('broadcast')),
    target: 35,
    wanted: 'at most',
  },
  {
    what: `${best} against broadcast: all classes, in points, in the worst of ${worlds.length} worlds`,
    figure: Math.min(...all.map((one) => differenceOf(one, best, ({ fill }) => fill).mean)),
    target: -0.5,
    wanted: 'at least',
  },
  {
    what: 'the plan of 300 classes and 1,000 substitutes',
    figure: planTime(300, 1000),
    target: 3,
    wanted: 'at most',
    unit: 'ms',
  },
  {
    what: 'the plan of 3,000 classes and 10,000 substitutes',
    figure: planTime(3000, 10_000),
    target: 27,
    wanted: 'at most',
    unit: 'ms',
  },
];
const tables = all.map(tableOf);
conclude('fill', ratios, tables);

if (!process.argv.includes('--dry')) {
  const page = path.join(docs, 'fill.md');
  const text = [
    `${runs} runs of each policy in each world, ${10 * runs} in that of one school.`,
    textOf({
      columns: ['', 'Figure', 'Target', ''],
      rows: ratios.map((one) => [
        one.what,
        `${one.figure.toFixed(1)}${one.unit === undefined ? '' : ` ${one.unit}`}`,
        `${one.wanted} ${one.target}`,
        (one.wanted === 'at least' ? one.figure >= one.target : one.figure <= one.target) ? 'met' : 'MISSED',
      ]),
    }),
    ...tables.map((table) => `### ${table.name}\n\n${textOf(table)}`),
  ].join('\n\n');
  const [start, end] = ['<!-- results -->', '<!-- end of results -->'];
  const written = readFileSync(page, 'utf8');
  const [before = ''] = written.split(start);
  const after = written.split(end)[1] ?? '';
  writeFileSync(page, `${before}${start}\n\n${text}\n\n${end}${after}`);
  writeFileSync(path.join(docs, 'pictures/fill.svg'), draw(all));
}
