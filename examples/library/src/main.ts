import { installSignalHandlers } from 'mortise';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { libraryApp } from './library-app.js';
import { openServices } from './operation/services.js';
import { demoPeople } from './people/demo-people.js';
import { serveLibrary } from './serve-library.js';
import { settingsFrom } from './settings.js';

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const settings = settingsFrom(process.env);
  const services = await openServices(settings);
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const app = await libraryApp(services, settings, { write: console.log, registry });
  const server = await serveLibrary(app, settings, registry).catch(async (error: unknown) => {
    await services.close();
    throw error;
  });
  installSignalHandlers(server, { onClosed: () => services.close() });

  console.log(`Books: ${services.database.description}`);
  for (const { name, password, role } of demoPeople) {
    console.log(`Sign in as ${name} with the password ${password} (${role})`);
  }
  console.log(`The library is running at ${server.url} (Ctrl-C to stop)`);
}
