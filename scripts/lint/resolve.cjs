// Resolves imports for the import rules like Node, by package.json's import names.
const { createRequire, isBuiltin } = require('node:module');

exports.interfaceVersion = 2;

/** All files are in one package, so only a relative import depends on the file that it is in. */
const known = new Map();

exports.resolve = (source, file) => {
  if (isBuiltin(source)) return { found: true, path: null };
  if (source.startsWith('.')) return found(source, file);
  const before = known.get(source) ?? found(source, file);
  known.set(source, before);
  return before;
};

function found(source, file) {
  try {
    return { found: true, path: createRequire(file).resolve(source) };
  } catch {
    return { found: false };
  }
}
