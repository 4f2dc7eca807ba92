// How the import law finds the file behind an import: as Node does, by package.json's own names for the rooms.
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
