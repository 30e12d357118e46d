/**
 * What a waiting connection costs a server: clients of event streams, with and without compression, and paused
 * downloads. Prints the resident memory for each client, in KiB, and again after as many have connected and left twice; it
 * includes garbage that was not yet collected.
 *
 *     npm run bench -- add-ons:memory [--clients 1000]
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ask, startServer } from '../http/server-process.js';
import './workloads.js';

const { values } = parseArgs({ options: { clients: { type: 'string', default: '1000' } } });
const clients = Number(values.clients);
const file = fileURLToPath(new URL('memory-server.js', import.meta.url));

console.log(`| ${clients} clients, KiB each | connected | after 10 events | connected again |`);
console.log('|---|--:|--:|--:|');
await measure('events', '/events', '');
await measure('events, gzip', '/events', 'Accept-Encoding: gzip\r\n');
await measure('events, br', '/events', 'Accept-Encoding: br\r\n');
await measure('paused downloads of 256 MiB', '/large.bin', '');

async function measure(title, path, headers) {
  const server = await startServer(file);
  try {
    await leave(await join(server.port, path, headers, 50));
    const before = await settled(server);
    const each = async () => ((((await settled(server)) - before) * 1024) / clients).toFixed(1);
    const sockets = await join(server.port, path, headers, clients);
    const figures = [await each(), path === '/events' ? await afterEvents() : ''];
    await leave(sockets);
    await leave(await join(server.port, path, headers, clients));
    const others = await join(server.port, path, headers, clients);
    figures.push(await each());
    await leave(others);
    console.log(`| ${[title, ...figures].join(' | ')} |`);

    async function afterEvents() {
      for (const socket of sockets) socket.resume();
      for (let event = 0; event < 10; event++) {
        await ask(server.port, { method: 'POST', path: '/publish' });
        await settled(server);
      }
      return each();
    }
  } finally {
    await server.stop();
  }
}

/** Clients that have received the head of their response and stop reading. */
async function join(port, path, headers, count) {
  const sockets = [];
  while (sockets.length < count) {
    const batch = Array.from({ length: Math.min(50, count - sockets.length) }, async () => {
      const socket = connect(port, '127.0.0.1');
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`);
      await once(socket, 'readable');
      return socket;
    });
    sockets.push(...(await Promise.all(batch)));
  }
  return sockets;
}

async function leave(sockets) {
  for (const socket of sockets) socket.destroy();
  await Promise.all(sockets.map((socket) => socket.closed || once(socket, 'close')));
}

/** The memory once it no longer changes. */
async function settled(server) {
  let before = -Infinity;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    const now = server.memory();
    if (Math.abs(now - before) < 1) return now;
    before = now;
  }
}
