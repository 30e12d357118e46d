/**
 * How the memory of a server changes: with one GiB in each direction, with stalled readers, and over a
 * million requests.
 *
 *     npm run bench -- http:memory [--requests 1000000]
 */
import { once } from 'node:events';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { closeConnections, openConnections } from '../lib/connections.js';
import { canLoad, prepareLoad } from '../lib/load.js';
import { startServer } from '../lib/server-process.js';
import { settingsFrom } from '../lib/settings.js';
import { printHead, printRow } from '../lib/table.js';

const GIBIBYTE = 2 ** 30;
const STALLED = 200;
const { requests } = settingsFrom({ requests: 1_000_000 });
const file = fileURLToPath(new URL('memory-server.js', import.meta.url));

printHead('what', 'added to the resident memory, at its peak, MiB');
await measure('1 GiB down', download);
await measure('1 GiB up', upload);
await measure(`${STALLED} readers that stall, each`, stall, STALLED);
if (canLoad()) await growth();

async function measure(title, run, shares = 1) {
  const server = await startServer(file);
  for (let warm = 0; warm < 50; warm++) await exchange(server.port, '/');
  const before = server.memory();
  await run(server.port);
  printRow(title, ((server.peakMemory() - before) / shares).toFixed(1));
  await server.stop();
}

/** Memory after the first tenth of the requests compared with memory after all of them. */
async function growth() {
  const server = await startServer(file);
  const load = prepareLoad({ request: { path: '/' } }, 64);
  let done = 0;
  let early = 0;
  while (done < requests) {
    done += (await load.run(server.port, 2)).requests;
    if (early === 0 && done > requests / 10) early = server.memory();
  }
  load.remove();
  printRow(`${done} requests, from the first tenth on`, (server.memory() - early).toFixed(1));
  await server.stop();
}

async function download(port) {
  const size = await exchange(port, '/down');
  if (size !== GIBIBYTE) throw new Error(`${size} bytes came`);
}

function upload(port) {
  const chunk = Buffer.alloc(65_536);
  return exchange(port, '/up', async (outgoing) => {
    for (let left = GIBIBYTE; left > 0; left -= chunk.length) {
      if (!outgoing.write(chunk)) await once(outgoing, 'drain');
    }
  });
}

async function stall(port) {
  const sockets = await openConnections(port, STALLED, '/down');
  await delay(3_000);
  await closeConnections(sockets);
}

/** @returns the number of received bytes */
async function exchange(port, path, send = () => undefined) {
  const method = path === '/up' ? 'POST' : 'GET';
  const outgoing = request({ host: '127.0.0.1', port, path, method, agent: false });
  const response = once(outgoing, 'response');
  await send(outgoing);
  outgoing.end();
  const [incoming] = await response;
  let size = 0;
  for await (const chunk of incoming) size += chunk.length;
  return size;
}
