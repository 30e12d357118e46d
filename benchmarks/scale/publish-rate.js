/**
 * The rate of events at which two processes, one on each core, are overloaded: rates double from step to step, until events
 * are lost, or are late. All clients of both processes get every event; they, and the bus, share the cores.
 *
 *     npm run bench -- scale:publish-rate [--subscribers 500] [--buses memory,redis,postgres] [--seconds 4] [--write]
 *
 * With the bus in memory each process publishes its own events at the rate. A step passes if all events have reached all
 * clients within a second, 99 % of them within 500 ms.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { assertOpenable } from '../http/open-connections.js';
import { ask, startServer } from '../http/server-process.js';
import { BUSES, dropTables } from './bus-at.js';
import { writeResults } from './results.js';
import { subscribe } from './subscribers-of.js';

const FIRST_RATE = 4;
const LAST_RATE = 16_384;
const LATE = 500;
const SERVER = fileURLToPath(new URL('events-server.js', import.meta.url));
const { values } = parseArgs({
  options: {
    subscribers: { type: 'string', default: '500' },
    buses: { type: 'string', default: Object.keys(BUSES).join() },
    seconds: { type: 'string', default: '4' },
    write: { type: 'boolean', default: false },
  },
});
const count = Number(values.subscribers);
const seconds = Number(values.seconds);
assertOpenable(count);

console.log(
  '| bus | subscribers | events/s that pass | deliveries/s | p99 ms | first rate that does not |',
);
console.log('|---|--:|--:|--:|--:|--:|');
const rows = [];
for (const bus of values.buses.split(',')) {
  if (BUSES[bus] !== undefined && process.env[BUSES[bus]] === undefined)
    console.log(`| ${bus} | set ${BUSES[bus]} | | | | |`);
  else rows.push(await measure(bus));
}
if (values.write) writeResults('publish-rate', rows);

async function measure(bus) {
  let best = { rate: 0, p99: 0 };
  let failed = FIRST_RATE;
  for (; failed <= LAST_RATE; failed *= 2) {
    const p99 = await step(bus, failed);
    if (p99 === null) break;
    best = { rate: failed, p99 };
  }
  const row = {
    ...{ bus, subscribers: count, rate: best.rate, deliveries: best.rate * count },
    ...{ p99: best.p99, overloadedAt: failed },
  };
  console.log(`| ${Object.values(row).join(' | ')} |`);
  return row;
}

/** Two new processes for each rate. @returns the delay of 99 % of the deliveries, in ms; `null` if they are overloaded */
async function step(bus, rate) {
  const name = `bench_${process.pid}`;
  const env = { BUS: bus, BUS_NAME: name, MAX_SUBSCRIBERS: String(count) };
  const servers = [];
  try {
    for (const core of ['0', '1']) servers.push(await startServer(SERVER, env, undefined, core));
    const delays = [];
    const onEvent = (published) => void delays.push(Date.now() - published);
    const clients = [];
    for (const { port } of servers) clients.push(await subscribe(port, count / 2, onEvent));
    const path = `/publish?rate=${rate}&count=${rate * seconds}`;
    const publishers = bus === 'memory' ? servers : servers.slice(0, 1);
    await Promise.all(publishers.map(({ port }) => ask(port, { method: 'POST', path })));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const received = delays.length;
    for (const each of clients) await each.leave();
    if (received < rate * seconds * count) return null;
    const p99 = delays.sort((a, b) => a - b)[Math.floor(received * 0.99)];
    return p99 > LATE ? null : p99;
  } catch {
    return null; // the publisher did not respond within 20 s
  } finally {
    for (const server of servers) await server.stop();
    if (bus === 'postgres') await dropTables(name);
  }
}
