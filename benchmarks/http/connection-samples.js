/** What a number of connections costs a server: CPU time for each request, and memory for each connection. */
import { setTimeout as delay } from 'node:timers/promises';
import { prepareLoad } from './load.js';
import { openConnections } from './open-connections.js';
import { spentOn } from './sample.js';
import { startServer } from './server-process.js';

const REQUEST = { request: { path: '/' } };
/** Milliseconds until a server has closed the connections of a load that ended. */
const SETTLED = 500;

/**
 * @param {number} durations.seconds of the load, long enough that opening the connections counts for little
 * @returns microseconds of CPU time for one request
 */
export async function requestCost(server, connections, { warm, seconds }) {
  const load = prepareLoad(REQUEST, connections);
  await load.run(server.port, warm);
  await delay(SETTLED);
  const { cpu, failed } = await spentOn(server, () => load.run(server.port, seconds));
  load.remove();
  if (failed > 0) throw new Error(`${failed} of ${connections} connections failed`);
  return cpu;
}

/**
 * The resident memory of one process with more and more idle connections. It has had few requests: memory that a load
 * has left free would be reused, and the first thousand connections would seem to cost little.
 *
 * @param {number[]} sizes in ascending order
 * @returns KiB for one more connection, for each size above the size before it, or above none
 */
export async function connectionCosts(name, sizes) {
  const server = await startServer(name);
  for (const socket of await openConnections(server.port, 100)) socket.destroy();
  await delay(SETTLED);
  const sockets = [];
  let before = server.memory();
  const costs = [];
  for (const size of sizes) {
    const added = size - sockets.length;
    sockets.push(...(await openConnections(server.port, added)));
    await delay(SETTLED);
    const memory = server.memory();
    costs.push(((memory - before) * 1024) / added);
    before = memory;
  }
  const lost = sockets.filter((socket) => socket.readableEnded || socket.destroyed).length;
  for (const socket of sockets) socket.destroy();
  await server.stop();
  if (lost > 0) throw new Error(`${name} closed ${lost} connections before all were open`);
  return costs;
}
