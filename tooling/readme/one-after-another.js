/**
 * Runs programs one after another in one process, so that what many of them import is loaded once. Each has ended when
 * nothing keeps the event loop alive, as in a process of its own. A zero byte then ends its output on both streams.
 */
import { pathToFileURL } from 'node:url';

let loading = false;

process.on('message', async (file) => {
  process.channel.unref();
  loading = true;
  await import(pathToFileURL(file).href);
  loading = false;
});
process.on('beforeExit', () => {
  if (loading) {
    console.error('Warning: Detected unsettled top-level await');
    process.exit(13);
  }
  if (process.exitCode) process.exit();
  for (const stream of [process.stdout, process.stderr]) stream.write('\0');
  // `null` if the process that sends the programs has ended: then this one ends too.
  process.channel?.ref();
});
