/**
 * What a waiting connection costs a server: idle ones, clients of event streams, with and without compression, and paused
 * downloads. Prints the resident memory for each client, in KiB, and again after as many have connected and left twice; it
 * includes garbage that was not yet collected.
 *
 *     npm run bench -- add-ons:memory [--clients 1000]
 */
import { fileURLToPath } from 'node:url';
import { ask } from '../lib/ask.js';
import { closeConnections, openConnections, settledMemory } from '../lib/connections.js';
import { startServer } from '../lib/server-process.js';
import { settingsFrom } from '../lib/settings.js';
import { printHead, printRow } from '../lib/table.js';

const { clients } = settingsFrom({ clients: 1_000 });
const file = fileURLToPath(new URL('memory-server.js', import.meta.url));

printHead(`${clients} clients, KiB each`, 'connected', 'after 10 events', 'connected again');
for (const [title, ...target] of [
  ['idle', '/'],
  ['events', '/events'],
  ['events, gzip', '/events', 'Accept-Encoding: gzip\r\n'],
  ['events, br', '/events', 'Accept-Encoding: br\r\n'],
  ['paused downloads of 256 MiB', '/large.bin'],
]) {
  const server = await startServer(file);
  await measure(server, title, target).finally(() => server.stop());
}

async function measure(server, title, target) {
  const join = (count) => openConnections(server.port, count, ...target);
  await closeConnections(await join(50));
  const before = await settledMemory(server);
  const each = async () => ((((await settledMemory(server)) - before) * 1024) / clients).toFixed(1);
  const sockets = await join(clients);
  const connected = await each();
  const afterwards = target[0] === '/events' ? await afterEvents(server, sockets, each) : '';
  await closeConnections(sockets);
  await closeConnections(await join(clients));
  const others = await join(clients);
  printRow(title, connected, afterwards, await each());
  await closeConnections(others);
}

async function afterEvents({ port }, sockets, each) {
  for (const socket of sockets) socket.resume();
  let figure = '';
  for (let event = 0; event < 10; event++) {
    await ask(port, { method: 'POST', path: '/publish' });
    figure = await each();
  }
  return figure;
}
