/**
 * Runs programs one after another in one process, so that what many of them import is loaded once. Each has ended when
 * nothing keeps the event loop alive, as in a process of its own. A zero byte then ends its output on both streams.
 */
import { pathToFileURL } from 'node:url';

let loading = false;

process.on('message', async ({ file, folder }) => {
  process.channel.unref();
  process.chdir(folder);
  loading = true;
  await import(pathToFileURL(file).href);
  loading = false;
});
process.on('beforeExit', () => {
  // 13 is Node's own code for a top-level `await` that never settles.
  if (loading || process.exitCode) process.exit(process.exitCode || 13);
  for (const stream of [process.stdout, process.stderr]) stream.write('\0');
  process.channel?.ref();
});
