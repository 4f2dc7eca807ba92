// Creates the data folder that a whole `npm test` copies for each server that begins without data: creating a database
// and running every migration takes each of them 1 s of CPU time. test/server/process.test.ts begins with an empty
// folder.
import { rmSync } from 'node:fs';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { preparedData } from './bundle.ts';

rmSync(preparedData, { recursive: true, force: true });
const database = await startEmbedded({ dataDir: preparedData });
await migrate(database.connection('owner'), database.connection('server').user);
await database.stop();
