import { demoPeople } from '../people/demo-people.js';
import { startError } from '../operation/start-error.js';
import type { Settings } from '../settings.js';
import type { Database } from './database.js';
import { openEmbedded } from './embedded.js';
import { insertFirstRows } from './first-rows.js';
import { migrate } from './migrate.js';
import { openServer } from './server.js';
import { withUnavailable } from './unavailable.js';

/**
 * Opens the database of the library; on the first start it is filled.
 *
 * @throws {Error} that names `DATABASE_URL` if the tables cannot be created on its server
 */
export async function openLibrary({
  databaseUrl,
  dataFolder,
  passwordCost,
}: Pick<Settings, 'databaseUrl' | 'dataFolder' | 'passwordCost'>): Promise<Database> {
  const opened = databaseUrl === null ? await openEmbedded(dataFolder) : openServer(databaseUrl);
  try {
    await migrate(opened, (query) => insertFirstRows(query, demoPeople, passwordCost));
  } catch (error) {
    await opened.close();
    throw databaseUrl === null ? error : startError('DATABASE_URL', error);
  }
  return withUnavailable(opened);
}
