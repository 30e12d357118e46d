import { demoPeople } from '../people/demo-people.js';
import type { Settings } from '../settings.js';
import type { Database } from './database.js';
import { openEmbedded } from './embedded.js';
import { insertFirstRows } from './first-rows.js';
import { migrate } from './migrate.js';
import { openServer } from './server.js';
import { withUnavailable } from './unavailable.js';

/** Opens the database of the library; on the first start it is filled. */
export async function openLibrary({
  databaseUrl,
  dataFolder,
  passwordCost,
}: Pick<Settings, 'databaseUrl' | 'dataFolder' | 'passwordCost'>): Promise<Database> {
  const opened = databaseUrl === null ? await openEmbedded(dataFolder) : openServer(databaseUrl);
  const database = withUnavailable(opened);
  try {
    await migrate(database, (query) => insertFirstRows(query, demoPeople, passwordCost));
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}
