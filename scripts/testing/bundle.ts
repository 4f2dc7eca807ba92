import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

/** The folder of the server's bundle, inside the project, so that packages are found. */
export const bundleFolder = path.join(root, '.runtime/server-bundle');
/** The bundled `server/main.ts`. */
export const bundledServer = path.join(bundleFolder, 'main.js');

/** The built web. */
export const builtWeb = path.join(root, 'dist/web');

/** The location of a migrated data folder without people. */
export const preparedData = path.join(root, '.runtime/prepared-data');
