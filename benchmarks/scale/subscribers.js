/**
 * Idle clients of event streams on one process: its memory for each, and how long an event takes to reach all of them. The
 * time ends with the last client, all of which are in this process, on the other core.
 *
 *     npm run bench -- scale:subscribers [--subscribers 10000] [--buses memory,redis,postgres] [--rounds 9]
 *
 * Redis needs `REDIS_URL`, PostgreSQL `DATABASE_URL`. A process that may not open as many files says which `ulimit -n` it
 * needs.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { ask } from '../lib/ask.js';
import { assertOpenable, settledMemory } from '../lib/connections.js';
import { startServer } from '../lib/server-process.js';
import { settingsFrom } from '../lib/settings.js';
import { median } from '../lib/statistics.js';
import { dropTables, kinds, printRows } from './bus-at.js';
import { subscribe } from './subscribers-of.js';

const PATIENCE = 60_000;
const SERVER = fileURLToPath(new URL('events-server.js', import.meta.url));
const usual = { subscribers: 10_000, buses: kinds, rounds: 9 };
const { subscribers: count, buses, rounds } = settingsFrom(usual);
assertOpenable(count);
execFileSync('taskset', ['-cp', '1', String(process.pid)], { stdio: 'ignore' });

const columns = ['subscribers', 'KiB each', 'ms to all, median', 'longest'];
await printRows(buses, columns, measure);

async function measure(bus) {
  const name = `bench_${process.pid}`;
  const env = { BUS: bus, BUS_NAME: name, MAX_SUBSCRIBERS: String(count + 100) };
  const server = await startServer(SERVER, { env });
  try {
    await (await subscribe(server.port, 100, () => undefined)).leave();
    const before = await settledMemory(server);
    let received = 0;
    let last = 0;
    const clients = await subscribe(server.port, count, () => {
      received++;
      last = performance.now();
    });
    const each = (((await settledMemory(server)) - before) * 1024) / count;
    const times = [];
    for (let round = 0; round < rounds; round++) {
      received = 0;
      const began = performance.now();
      await ask(server.port, { method: 'POST', path: '/publish?rate=1&count=1' });
      while (received < count) {
        if (performance.now() > began + PATIENCE)
          throw new Error(`${count - received} of ${count} subscribers did not get an event`);
        await delay(5);
      }
      times.push(last - began);
    }
    await clients.leave();
    return [count, each.toFixed(1), ...[median(times), Math.max(...times)].map(Math.round)];
  } finally {
    await server.stop();
    if (bus === 'postgres') await dropTables(name);
  }
}
