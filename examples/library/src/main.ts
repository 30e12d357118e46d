import { installSignalHandlers } from 'mortise';
import { openLibrary } from './database/open-library.js';
import { serveLibrary } from './serve-library.js';
import { settingsFrom } from './settings.js';

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const settings = settingsFrom(process.env);
  const database = await openLibrary(settings);
  const server = await serveLibrary(database, settings, console.log).catch(
    async (error: unknown) => {
      await database.close();
      throw error;
    },
  );
  installSignalHandlers(server, { onClosed: () => database.close() });

  console.log(`Books: ${database.description}`);
  for (const { name, password, permissions } of settings.users) {
    const may = permissions.length > 0 ? permissions.join(', ') : 'reading only';
    console.log(`Log in as ${name}:${password} (${may})`);
  }
  console.log(`The library is open: ${server.url} (Ctrl-C closes it)`);
}
