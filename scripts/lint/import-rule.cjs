// The import law (ARCHITECTURE.md): which part of the code may import which. Whatever the table doesn't name is
// refused. Tests, benchmarks and scripts may import everything.
const path = require('node:path');

const root = path.join(__dirname, '../..');

/** The parts. The first pattern that fits a file is its part; a feature and a screen have a name. */
const parts = [
  ['domain', /^domain\//],
  ['contract', /^contract\//],
  ['server-feature', /^server\/features\/([^/]+)\//],
  ['server-core', /^server\/core\//],
  ['server-db', /^server\/db\//],
  ['server-security', /^server\/security\//],
  ['server-jobs', /^server\/jobs\//],
  ['server-notifications', /^server\/notifications\//],
  ['server-live', /^server\/live\//],
  ['server-http', /^server\/http\//],
  ['server-top', /^server\/(?:backup|metrics|worker)\//],
  ['server-demo', /^server\/demo\//],
  ['server', /^server\//],
  ['web-ui', /^web\/ui\//],
  ['web-feature', /^web\/features\/([^/]+)\//],
  ['web-screen', /^web\/screens\/([^/]+\/[^/]+)\//],
  ['web-layout', /^web\/layout\//],
  ['web-base', /^web\/(?:api|device|live|navigation|page|session|words)\//],
  ['web', /^web\//],
];

const belowFeatures = [
  'server-core',
  'server-db',
  'server-security',
  'server-jobs',
  'server-notifications',
  'server-live',
  'server-http',
];
const sides = ['domain', 'contract'];
/** What each part may import besides npm's packages and Node's modules. */
const law = {
  domain: ['domain'],
  contract: sides,
  // The layers of the server. No arrow points back.
  'server-core': [...sides, 'server-core'],
  'server-db': [...sides, 'server-core', 'server-db'],
  'server-security': [...sides, 'server-core', 'server-db', 'server-security'],
  'server-jobs': [...sides, 'server-core', 'server-db', 'server-jobs'],
  'server-notifications': [
    ...sides,
    'server-core',
    'server-db',
    'server-security',
    'server-jobs',
    'server-notifications',
  ],
  'server-live': [...sides, 'server-core', 'server-db', 'server-security', 'server-live'],
  'server-http': [...sides, 'server-core', 'server-db', 'server-security', 'server-live', 'server-http'],
  'server-feature': [...sides, ...belowFeatures],
  'server-top': [...sides, ...belowFeatures, 'server-feature', 'server-top'],
  'server-demo': [...sides, ...belowFeatures, 'server-feature', 'server-top', 'server-demo'],
  server: [...sides, ...belowFeatures, 'server-feature', 'server-top', 'server-demo', 'server'],
  // The web. Screens and the layout may import features; features, what is below them.
  'web-ui': ['web-ui'],
  'web-base': [...sides, 'web-ui', 'web-base'],
  'web-feature': [...sides, 'web-ui', 'web-base'],
  'web-layout': [...sides, 'web-ui', 'web-base', 'web-feature', 'web-layout'],
  'web-screen': [...sides, 'web-ui', 'web-base', 'web-feature'],
  web: [...sides, 'web-ui', 'web-base', 'web-feature', 'web-layout', 'web-screen', 'web'],
};

/** Every feature that another feature of the web may import. A circle fails scripts/structure/folders.test.ts. */
const betweenFeatures = {
  approvals: ['people', 'person'],
  managed: ['account', 'invitations', 'people', 'person'],
  messages: ['people', 'vacancies'],
  office: ['messages', 'vacancies'],
  person: ['attendance', 'messages', 'people'],
  vacancies: ['people'],
};

/** A feature of the server reaches another only through these. */
const queries = /^server\/features\/(?:[^/]+|vacancies\/vacancy)\/(?:queries|commands)\.ts$/;
/** Files in web/ itself, below the features: addresses, the product's name, the query client. */
const baseFile = /^web\/[^/]+\.ts$/;
const hasBaseFiles = new Set(['web-base', 'web-feature', 'web-layout', 'web-screen']);

/** Returns the part of a file, given relative to the project, and its name. */
function partOf(file) {
  for (const [part, pattern] of parts) {
    const found = pattern.exec(file);
    if (found !== null) return { part, name: found[1] };
  }
  return { part: null, name: undefined };
}

/** Returns whether a file of this part may import the other file. */
function mayImport(from, file) {
  if (file === 'package.json') return true;
  const to = partOf(file);
  if (law[from.part].includes(to.part)) return true;
  if (hasBaseFiles.has(from.part) && baseFile.test(file)) return true;
  if (from.part === 'server-feature' && queries.test(file)) return true;
  if (from.part !== to.part) return false;
  return from.name === to.name || (from.part === 'web-feature' && (betweenFeatures[from.name] ?? []).includes(to.name));
}

/** Returns the imported file relative to the project. Returns null for a package or a module of Node. */
function fileOf(source, folder) {
  if (source === '#package') return 'package.json';
  if (source.startsWith('#')) return source.slice(1);
  if (source.startsWith('.')) return path.posix.join(folder, source);
  return null;
}

module.exports = {
  meta: { name: 'imports' },
  rules: {
    law: {
      create(context) {
        const own = path.relative(root, context.filename).replaceAll('\\', '/');
        const from = partOf(own);
        if (from.part === null) return {};
        const folder = path.posix.dirname(own);
        const check = ({ source }) => {
          if (source?.type !== 'Literal' || typeof source.value !== 'string') return;
          const file = fileOf(source.value, folder);
          if (file === null || mayImport(from, file)) return;
          context.report({ node: source, message: `${own} may not import ${file} (ARCHITECTURE.md).` });
        };
        return {
          ImportDeclaration: check,
          ImportExpression: check,
          ExportNamedDeclaration: check,
          ExportAllDeclaration: check,
        };
      },
    },
  },
};
