/**
 * The rate of events at which two processes, one on each core, are overloaded: rates double from step to step, until events
 * are lost, or are late. All clients of both processes get every event; they, and the bus, share the cores.
 *
 *     npm run bench -- scale:publish-rate [--subscribers 500] [--buses memory,redis,postgres] [--seconds 4]
 *
 * With the in-memory bus each process publishes its own events at the rate. A step passes if all events have reached all
 * clients within a second, 99 % of them within 500 ms.
 */
import { fileURLToPath } from 'node:url';
import { ask } from '../lib/ask.js';
import { assertOpenable } from '../lib/connections.js';
import { startServer } from '../lib/server-process.js';
import { settingsFrom } from '../lib/settings.js';
import { dropTables, kinds, printRows } from './bus-at.js';
import { subscribe } from './subscribers-of.js';

const FIRST_RATE = 4;
const LAST_RATE = 16_384;
const LATE = 500;
const SERVER = fileURLToPath(new URL('events-server.js', import.meta.url));
const usual = { subscribers: 500, buses: kinds, seconds: 4 };
const { subscribers: count, buses, seconds } = settingsFrom(usual);
assertOpenable(count);

const passing = ['events/s that pass', 'deliveries/s', 'p99 ms', 'first rate that does not'];
await printRows(buses, ['subscribers', ...passing], measure);

async function measure(bus) {
  let best = { rate: 0, p99: 0 };
  let overloadedAt = FIRST_RATE;
  for (; overloadedAt <= LAST_RATE; overloadedAt *= 2) {
    const p99 = await step(bus, overloadedAt);
    if (p99 === null) break;
    best = { rate: overloadedAt, p99 };
  }
  const { rate, p99 } = best;
  return [count, rate, rate * count, p99, overloadedAt];
}

/** Two new processes for each rate. @returns the delay of 99 % of the deliveries, in ms; `null` if they are overloaded */
async function step(bus, rate) {
  const name = `bench_${process.pid}`;
  const env = { BUS: bus, BUS_NAME: name, MAX_SUBSCRIBERS: String(count) };
  const servers = [];
  try {
    for (const core of ['0', '1']) servers.push(await startServer(SERVER, { env, cores: core }));
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
