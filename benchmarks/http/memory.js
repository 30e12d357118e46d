/**
 * How the memory of a server changes: with one GiB in each direction, with stalled readers, and over a
 * million requests.
 *
 *     node benchmarks/http/memory.js [--requests 1000000]
 */
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { canLoad, prepareLoad } from './load.js';
import { startServer } from './server-process.js';

const GIBIBYTE = 2 ** 30;
const STALLED = 200;
const { values } = parseArgs({ options: { requests: { type: 'string', default: '1000000' } } });
const file = fileURLToPath(new URL('memory-server.js', import.meta.url));

console.log('| what | added to the resident memory, at its peak, MiB |');
console.log('|---|--:|');
await measure('1 GiB down', download);
await measure('1 GiB up', upload);
await measure(`${STALLED} readers that stall, each`, stall, STALLED);
if (canLoad()) await growth(Number(values.requests));

async function measure(title, run, shares = 1) {
  const server = await startServer(file);
  for (let warm = 0; warm < 50; warm++) await small(server.port);
  const before = server.memory();
  await run(server.port);
  console.log(`| ${title} | ${((server.peakMemory() - before) / shares).toFixed(1)} |`);
  await server.stop();
}

/** Memory after the first tenth of the requests compared with memory after all of them. */
async function growth(requests) {
  const server = await startServer(file);
  const load = prepareLoad({ request: { path: '/' } }, 64);
  let done = 0;
  let early = 0;
  while (done < requests) {
    done += (await load.run(server.port, 2)).requests;
    if (early === 0 && done > requests / 10) early = server.memory();
  }
  load.remove();
  console.log(
    `| ${done} requests, from the first tenth on | ${(server.memory() - early).toFixed(1)} |`,
  );
  await server.stop();
}

function small(port) {
  return exchange(port, '/', (outgoing) => outgoing.end());
}

async function download(port) {
  const size = await exchange(port, '/down', (outgoing) => outgoing.end());
  if (size !== GIBIBYTE) throw new Error(`${size} bytes came`);
}

async function upload(port) {
  const chunk = Buffer.alloc(65_536);
  await exchange(port, '/up', async (outgoing) => {
    for (let left = GIBIBYTE; left > 0; left -= chunk.length) {
      if (!outgoing.write(chunk)) await once(outgoing, 'drain');
    }
    outgoing.end();
  });
}

async function stall(port) {
  const sockets = Array.from({ length: STALLED }, () => {
    const socket = connect(port, '127.0.0.1').pause();
    socket.write('GET /down HTTP/1.1\r\nHost: a\r\n\r\n');
    return socket;
  });
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  for (const socket of sockets) socket.destroy();
}

/** @returns the number of received bytes */
function exchange(port, path, send) {
  return new Promise((resolve, reject) => {
    const method = path === '/up' ? 'POST' : 'GET';
    const outgoing = request(
      { host: '127.0.0.1', port, path, method, agent: false },
      (incoming) => {
        let size = 0;
        incoming.on('data', (chunk) => {
          size += chunk.length;
        });
        incoming.on('error', reject).on('end', () => resolve(size));
      },
    );
    outgoing.on('error', reject);
    send(outgoing);
  });
}
