// Resolves imports for the import rules like Node, by package.json's import names.
const { createRequire, isBuiltin } = require('node:module');

exports.interfaceVersion = 2;

exports.resolve = (source, file) => {
  if (isBuiltin(source)) return { found: true, path: null };
  try {
    return { found: true, path: createRequire(file).resolve(source) };
  } catch {
    return { found: false };
  }
};
