import { serve, type ServerHandle } from 'mortise';
import type { Database } from './database/database.js';
import { libraryApp } from './library-app.js';
import type { Settings } from './settings.js';

/**
 * Serves the library on an open database; the caller closes the database.
 *
 * @param log takes one line for each request
 */
export function serveLibrary(
  database: Database,
  { host, port, users }: Settings,
  log: (line: string) => void,
): Promise<ServerHandle> {
  return serve(libraryApp(database, users, log), { host, port });
}
