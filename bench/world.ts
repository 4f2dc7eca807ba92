/**
 * A part of the country for measurements: `node bench/world.ts SHARE FOLDER` generates SHARE of the United States'
 * schools, such as 0.001, 0.01 or 0.1, as an embedded database in FOLDER/world-SHARE. The same share generates the same
 * rows.
 */
import { makeWorld } from '#bench/world/load.ts';

const [share = '0.001', folder] = process.argv.slice(2);
if (folder === undefined || !(Number(share) > 0 && Number(share) <= 1)) {
  console.error('Usage: node bench/world.ts SHARE FOLDER, such as: node bench/world.ts 0.01 /tmp/worlds');
  process.exit(2);
}
await makeWorld(Number(share), folder, (line) => console.log(line));
