/**
 * Builds all packages that changed, in the order of turbo: `npm run build [-- options of turbo]`.
 *
 * turbo starts a process for each package, which would load the compiler, the types of the language and of Node again.
 * These processes ask this one instead, so that all of it is loaded once.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUILT, PORT } from './protocol.js';

const packages = fileURLToPath(new URL('../../packages', import.meta.url));
/** A build works in the current folder: one after another. */
let last = Promise.resolve();

const server = createServer((socket) => {
  socket.on('error', () => undefined);
  socket.once('data', (name) => {
    last = last.then(() => answer(String(name), socket));
  });
}).listen(0, '127.0.0.1');
await once(server, 'listening');

// Several wait in the queue, so that a core always has something to build.
const args = ['run', 'build', '--concurrency=4', ...process.argv.slice(2)];
const env = { ...process.env, [PORT]: String(server.address().port) };
const turbo = spawn('turbo', args, { env, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => turbo.kill(signal));
const [code] = await once(turbo, 'close');
process.exit(code ?? 1);

async function answer(name, socket) {
  try {
    socket.end(await build(name));
  } catch (error) {
    socket.end(error.stack);
  }
}

async function build(name) {
  if (!readdirSync(packages).includes(name)) return `packages/ has no folder ${name}`;
  // Loaded with the first package that changed.
  const { buildPackage } = await import('./package-build.js');
  process.chdir(join(packages, name));
  return (await buildPackage()) || BUILT;
}
