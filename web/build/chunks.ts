/** A module as the bundler knows it: its static and dynamic importers. */
type Module = { importers: readonly string[]; dynamicImporters: readonly string[] };
type Modules = (id: string) => Module | null;

type Visitor = 'public' | 'substitute' | 'teacher' | 'school-admin' | 'overall-admin';

const everyone: readonly Visitor[] = ['public', 'substitute', 'teacher', 'school-admin', 'overall-admin'];
const signedIn = everyone.slice(1);

/**
 * When a module is first needed: on a sign-in page, on a home, soon after (what a home shows once its data has
 * arrived), when a home is idle, on another screen, or once something on a screen is opened.
 */
const moments = ['entry', 'home', 'soon', 'idle', 'screen', 'opened'] as const;
type Moment = (typeof moments)[number];
/** Modules that load only after a tap. */
const late = new Set<Moment>(['screen', 'opened']);

type Need = { moment: Moment; visitors: readonly Visitor[] };

/**
 * Returns which file a module belongs to. There is one file for each moment and each group of visitors whose pages load
 * the module without being asked; two if some of it ('shared') is also needed by others, later. A home then loads about
 * fifteen files instead of sixty. Files can't import each other in a circle: a module's imports are needed no later
 * than the module and by no fewer visitors. Null means that the module stays in the file of the one screen or part that
 * needs it.
 */
export function chunkNames(): (id: string, modules: Modules) => string | null {
  const known = new Map<string, readonly string[]>();
  /** Returns the dynamically imported modules on the paths from this one to the page. */
  const rootsOf = (id: string, modules: Modules): readonly string[] => {
    const found = known.get(id);
    if (found !== undefined) return found;
    const roots = new Set<string>();
    const seen = new Set<string>();
    const visit = (each: string) => {
      if (seen.has(each)) return;
      seen.add(each);
      const module = modules(each);
      if (module === null) return;
      if (module.dynamicImporters.length > 0 || module.importers.length === 0) roots.add(each);
      for (const importer of module.importers) visit(importer);
    };
    visit(id);
    known.set(id, [...roots]);
    return [...roots];
  };
  const neededBy = new Map<string, Need>();
  const needOf = (root: string, modules: Modules): Need => {
    const found = neededBy.get(root);
    if (found !== undefined) return found;
    // A part that leads to itself adds no visitors.
    neededBy.set(root, { moment: 'opened', visitors: [] });
    const need = ownNeed(root) ?? needOfPart(root, modules);
    neededBy.set(root, need);
    return need;
  };
  /** A part belongs to the visitors of its screens. */
  const needOfPart = (root: string, modules: Modules): Need => {
    const hosts = (modules(root)?.dynamicImporters ?? []).flatMap((importer) =>
      rootsOf(importer, modules).map((each) => needOf(each, modules)),
    );
    const visitors = everyone.filter((visitor) => hosts.some((host) => host.visitors.includes(visitor)));
    const own = hosts.filter((host) => host.visitors.length === 1).map((host) => host.moment);
    const moment = own.includes('home') ? 'soon' : own.includes('soon') ? 'idle' : 'opened';
    return { moment, visitors };
  };
  return (id, modules) => {
    // An entry starts its page as soon as its file is loaded, so it can't contain anything that another page loads.
    if (entries.some((entry) => id.endsWith(entry))) return null;
    const roots = rootsOf(id, modules);
    const needs = roots.map((root) => needOf(root, modules));
    const moment = moments.find((each) => needs.some((need) => need.moment === each)) ?? 'opened';
    // Visitors who need the module only when a home is idle load its file then, together with modules that others need
    // earlier.
    const early = needs.filter((need) => !late.has(need.moment) && (need.moment !== 'idle' || moment === 'idle'));
    const all = visitorsOf(needs);
    const visitors = early.length > 0 ? grouped(visitorsOf(early)) : all;
    if (roots.length === 1 && isApart(moment, visitors)) return null;
    const screens = roots.flatMap((root) => screenName(root) ?? []).toSorted();
    if (moment === 'screen' && screens.length <= mostScreens) return ['screen', ...screens].join('-');
    // Everything that all signed-in visitors load is one file, whether or not a public page needs some of it later.
    const isShared = visitors.length < signedIn.length && all.some((visitor) => !visitors.includes(visitor));
    return `${moment}-${nameOf(visitors)}${isShared ? '-shared' : ''}`;
  };
}

const entries = ['/web/boot/public.tsx', '/web/boot/app.tsx'];

/** Modules that at most this many screens share get their own file, which other screens don't load. */
const mostScreens = 3;

/**
 * Returns the smallest group that includes all of these visitors. More groups would share little, and each file costs
 * a request.
 */
function grouped(visitors: readonly Visitor[]): readonly Visitor[] {
  if (visitors.length === 1) return visitors;
  return groups.find((group) => visitors.every((visitor) => group.includes(visitor))) ?? everyone;
}
const groups: readonly (readonly Visitor[])[] = [['substitute', 'teacher'], signedIn, everyone];

function nameOf(visitors: readonly Visitor[]): string {
  if (visitors.length === everyone.length) return 'everyone';
  return visitors.length === signedIn.length && !visitors.includes('public') ? 'signed-in' : visitors.join('-');
}

const visitorsOf = (needs: readonly Need[]) =>
  everyone.filter((visitor) => needs.some((need) => need.visitors.includes(visitor)));

/** Returns whether a part isn't grouped: a screen, something most visitors can open, or a page that links lead to. */
function isApart(moment: Moment, visitors: readonly Visitor[]): boolean {
  return moment === 'screen' || (moment === 'opened' && (visitors.length > 2 || visitors.includes('public')));
}

/**
 * Parts of a home that only a tap opens or that few people see, with the people who see them. Any other part of a home
 * is fetched without being asked: a dialog that is missing here makes the home heavier, and `weight.spec.ts` fails.
 */
const openers: readonly (readonly [file: string, visitors: readonly Visitor[]])[] = [
  ['upload', signedIn],
  ['quick-dialog', ['teacher']],
  ['exclusions', ['teacher', 'school-admin']],
  ['cover-wishes', ['teacher']],
  // A teacher's home has it with the section about covers. A substitute's home loads both only while there is a cover.
  ['answer-cover', ['substitute', 'teacher']],
  ['free-periods', ['substitute']],
  ['board-dialogs', ['school-admin']],
  ['cover-dialog', ['school-admin']],
  ['day-change-dialog', ['school-admin']],
  ['fill-day', ['school-admin']],
  ['many-days', ['school-admin']],
  // The part loads only after someone scrolls to the reports.
  ['sign-in-code', ['school-admin']],
  ['wall-dialog', ['school-admin']],
  // Only the administrators of a new school see this part on a home.
  ['reason-question', ['school-admin']],
  // Only a newcomer sees this part on a home.
  ['choose-schools', ['substitute']],
  ['explain-decline', ['substitute']],
  ['plans-dialog', ['substitute']],
  ['again-form', ['teacher']],
];

/** Derives from its location when a dynamically imported module is needed, and by which visitors. */
function ownNeed(root: string): Need | null {
  if (root.endsWith('/web/boot/public.tsx')) return { moment: 'entry', visitors: ['public'] };
  if (root.endsWith('/web/boot/app.tsx') || root.endsWith('/web/boot/main.tsx'))
    return { moment: 'home', visitors: signedIn };
  if (root.endsWith('/web/layout/live-events.tsx')) return { moment: 'idle', visitors: signedIn };
  // Every newcomer sees this part, including the owner of a new installation.
  if (root.endsWith('/guide-card.tsx')) return { moment: 'idle', visitors: ['overall-admin'] };
  const opener = openers.find(([file]) => root.endsWith(`/${file}.tsx`) || root.endsWith(`/${file}.ts`));
  if (opener !== undefined) return { moment: 'opened', visitors: opener[1] };
  const [folder, file] = placeOfScreen(root);
  const visitor = signedIn.find((each) => each === folder);
  if (visitor !== undefined)
    return { moment: file === 'home' || file === 'dashboard' ? 'home' : 'screen', visitors: [visitor] };
  if (folder === 'shared') return { moment: 'screen', visitors: signedIn };
  if (folder === 'public') return { moment: 'opened', visitors: ['public'] };
  return null;
}

/** Returns the folder of the role and of the screen, for the file of a screen itself. */
function placeOfScreen(root: string): string[] {
  const [, role = '', screen = '', file] = /\/web\/screens\/([\w-]+)\/([\w-]+)\/([\w-]+)\.tsx$/.exec(root) ?? [];
  return file === screen ? [role, screen] : [];
}

/** Returns 'teacher.my-vacancies' for a screen that isn't a home. Returns null for anything else. */
const screenName = (root: string) => (ownNeed(root)?.moment === 'screen' ? placeOfScreen(root).join('.') : null);
