import { memoryPubSub } from '@mortise/pubsub';
import { memoryStore, type StoreInterface } from '@mortise/store';
import { Registry } from 'prom-client';
import type { Database } from '../src/database/database.js';
import { openServer } from '../src/database/server.js';
import { withUnavailable } from '../src/database/unavailable.js';
import { libraryApp } from '../src/library-app.js';
import { serveLibrary } from '../src/serve-library.js';
import { settingsFrom } from '../src/settings.js';

/** A library whose PostgreSQL refuses connections; sessions and counters are in `store`. It starts at once. */
export async function unconnectedLibrary(
  database: Database = withUnavailable(openServer('postgres://nobody@127.0.0.1:1/none')),
  variables: Record<string, string> = {},
  store: StoreInterface = memoryStore(),
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const settings = settingsFrom({ PORT: '0', SIGN_INS: '2', ...variables });
  const bus = memoryPubSub();
  const services = { database, store, bus, close: () => Promise.resolve() };
  const registry = new Registry();
  const app = await libraryApp(services, settings, { write: () => undefined, registry });
  const server = await serveLibrary(app, settings, registry);
  return {
    url: server.url,
    close: async () => {
      await server.close();
      await bus.close();
      await database.close();
    },
  };
}
