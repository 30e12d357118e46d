/**
 * Requests per second of 1, 2 and 4 processes behind nginx: a JSON object by its id, with 64 connections. nginx, the
 * processes and the load share all cores, so that more processes than free cores gain nothing.
 *
 *     npm run bench -- scale:processes [--processes 1,2,4] [--rounds 3] [--seconds 3] [--write]
 */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { canLoad, prepareLoad } from '../http/load.js';
import { startServer } from '../http/server-process.js';
import { median } from '../http/statistics.js';
import { startNginx } from './nginx.js';
import { writeResults } from './results.js';

const CORES = `0-${availableParallelism() - 1}`;
const SERVER = fileURLToPath(new URL('json-server.js', import.meta.url));
const { values } = parseArgs({
  options: {
    processes: { type: 'string', default: '1,2,4' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    write: { type: 'boolean', default: false },
  },
});
if (!canLoad()) throw new Error('wrk is missing: install it (apt-get install wrk)');

console.log(`${availableParallelism()} cores\n`);
console.log('| processes | requests/s | µs CPU of the processes | µs CPU of nginx | p99 ms |');
console.log('|--:|--:|--:|--:|--:|');
const load = prepareLoad({ request: { path: '/books/7' } }, 64);
const rows = [];
for (const size of values.processes.split(',').map(Number)) rows.push(await measure(size));
load.remove();
if (values.write) writeResults('processes', rows);

async function measure(size) {
  const servers = [];
  let nginx;
  try {
    for (let index = 0; index < size; index++)
      servers.push(await startServer(SERVER, {}, undefined, CORES));
    nginx = await startNginx(
      servers.map(({ port }) => port),
      CORES,
    );
    await load.run(nginx.port, 2 * size); // warm, each process as long as one alone
    const samples = [];
    for (let round = 0; round < Number(values.rounds); round++) {
      const before = [cpuOf(servers), nginx.cpuTime()];
      const { requests, microseconds, p99, failed, refused } = await load.run(
        nginx.port,
        Number(values.seconds),
      );
      if (failed + refused > 0) throw new Error(`${failed + refused} requests failed`);
      samples.push({
        rate: (requests / microseconds) * 1e6,
        own: (cpuOf(servers) - before[0]) / requests,
        nginx: (nginx.cpuTime() - before[1]) / requests,
        p99: p99 / 1000,
      });
    }
    const middle = (key) => median(samples.map((sample) => sample[key]));
    const row = {
      processes: size,
      requestsPerSecond: Math.round(middle('rate')),
      cpuOfProcesses: Number(middle('own').toFixed(1)),
      cpuOfNginx: Number(middle('nginx').toFixed(1)),
      p99: Number(middle('p99').toFixed(1)),
    };
    console.log(`| ${Object.values(row).join(' | ')} |`);
    return row;
  } finally {
    await nginx?.stop();
    for (const server of servers) await server.stop();
  }
}

function cpuOf(servers) {
  return servers.reduce((sum, server) => sum + server.cpuTime(), 0);
}
