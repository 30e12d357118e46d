import { demoPeople } from '../people/demo-people.js';
import { startError } from '../operation/start-error.js';
import type { Settings } from '../settings.js';
import type { Database } from './database.js';
import { openEmbedded } from './embedded.js';
import { insertFirstRows, insertMissing } from './first-rows.js';
import { migrate } from './migrate.js';
import { openServer } from './server.js';
import { withUnavailable } from './unavailable.js';

/**
 * Opens the database of the library; on the first start it is filled. People of the demonstration who were deleted are back.
 *
 * @throws {Error} that names `DATABASE_URL` or `LIBRARY_DATA` if the tables cannot be created there
 */
export async function openLibrary({
  databaseUrl,
  dataFolder,
  passwordCost,
}: Pick<Settings, 'databaseUrl' | 'dataFolder' | 'passwordCost'>): Promise<Database> {
  const variable = databaseUrl === null ? 'LIBRARY_DATA' : 'DATABASE_URL';
  try {
    const opened = databaseUrl === null ? await openEmbedded(dataFolder) : openServer(databaseUrl);
    try {
      await migrate(opened, insertFirstRows);
      await insertMissing(opened.query, demoPeople, passwordCost);
    } catch (error) {
      await opened.close();
      throw error;
    }
    return withUnavailable(opened);
  } catch (error) {
    throw startError(variable, error);
  }
}
