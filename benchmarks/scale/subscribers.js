/**
 * Idle clients of event streams on one process: its memory for each, and how long an event takes to reach all of them. The
 * time ends with the last client, all of which are in this process, on the other core.
 *
 *     npm run bench -- scale:subscribers [--subscribers 10000] [--buses memory,redis,postgres] [--rounds 9] [--write]
 *
 * `--write` adds the rows to results.json. Redis needs `REDIS_URL`, PostgreSQL `DATABASE_URL`. A process that may not open
 * as many files says which `ulimit -n` it needs.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { assertOpenable } from '../http/open-connections.js';
import { ask, startServer } from '../http/server-process.js';
import { median } from '../http/statistics.js';
import { BUSES, dropTables } from './bus-at.js';
import { writeResults } from './results.js';
import { subscribe } from './subscribers-of.js';

const PATIENCE = 60_000;
const SERVER = fileURLToPath(new URL('events-server.js', import.meta.url));
const { values } = parseArgs({
  options: {
    subscribers: { type: 'string', default: '10000' },
    buses: { type: 'string', default: Object.keys(BUSES).join() },
    rounds: { type: 'string', default: '9' },
    write: { type: 'boolean', default: false },
  },
});
const count = Number(values.subscribers);
assertOpenable(count);
execFileSync('taskset', ['-cp', '1', String(process.pid)], { stdio: 'ignore' });

console.log(`| bus | subscribers | KiB each | ms to all, median | longest |`);
console.log('|---|--:|--:|--:|--:|');
const rows = [];
for (const bus of values.buses.split(',')) {
  if (BUSES[bus] !== undefined && process.env[BUSES[bus]] === undefined)
    console.log(`| ${bus} | set ${BUSES[bus]} | | | |`);
  else rows.push(await measure(bus));
}
if (values.write) writeResults('subscribers', rows);

async function measure(bus) {
  const name = `bench_${process.pid}`;
  const env = { BUS: bus, BUS_NAME: name, MAX_SUBSCRIBERS: String(count + 100) };
  const server = await startServer(SERVER, env);
  try {
    await (await subscribe(server.port, 100, () => undefined)).leave();
    const before = await settled(server);
    let received = 0;
    let last = 0;
    const clients = await subscribe(server.port, count, () => {
      received++;
      last = performance.now();
    });
    const each = (((await settled(server)) - before) * 1024) / count;
    const times = [];
    for (let round = 0; round < Number(values.rounds); round++) {
      received = 0;
      const began = performance.now();
      await ask(server.port, { method: 'POST', path: '/publish?rate=1&count=1' });
      while (received < count) {
        if (performance.now() > began + PATIENCE)
          throw new Error(`${count - received} of ${count} subscribers did not get an event`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      times.push(last - began);
    }
    await clients.leave();
    const row = {
      bus,
      subscribers: count,
      kibEach: Number(each.toFixed(1)),
      msToAll: Math.round(median(times)),
      msLongest: Math.round(Math.max(...times)),
    };
    console.log(`| ${Object.values(row).join(' | ')} |`);
    return row;
  } finally {
    await server.stop();
    if (bus === 'postgres') await dropTables(name);
  }
}

/** The memory once it no longer changes. */
async function settled(server) {
  let before = -Infinity;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const now = server.memory();
    if (Math.abs(now - before) < 1) return now;
    before = now;
  }
}
