/** Test files that embed a PostgreSQL each, which takes 650 MB while it starts. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { sep } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const FILES = [
  'store-postgres/test/postgres-store',
  'library/test/embedded',
  'library/test/process',
].map((name) => `${name.replaceAll('/', sep)}.long.test.ts`);

/** Milliseconds after which a file no longer waits for another. */
const PATIENCE = 60_000;

/** @param {string} path of a test file */
export function embeds(path) {
  return FILES.some((file) => path.endsWith(file));
}

/**
 * Waits until no other worker runs such a file.
 *
 * @param {string} name of what is waited for, in the abstract namespace of Linux
 * @returns {Promise<() => void>} to be called at the end of the file; the end of the process does it too
 */
export async function embeddingAlone(name = 'mortise-embedding') {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const server = createServer();
    try {
      // A name that belongs to the process: no file is left behind.
      server.listen(`\0${name}`);
      await once(server, 'listening');
      return () => server.close();
    } catch {
      if (performance.now() > end) return () => undefined;
      await setTimeout(100);
    }
  }
}
