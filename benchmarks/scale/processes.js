/**
 * Requests per second of 1, 2 and 4 processes behind nginx: a JSON object by its id, with 64 connections. nginx, the
 * processes and the load share all cores, so that more processes than free cores gain nothing.
 *
 *     npm run bench -- scale:processes [--processes 1,2,4] [--rounds 3] [--seconds 3]
 */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { prepareLoad } from '../lib/load.js';
import { startServer } from '../lib/server-process.js';
import { settingsFrom } from '../lib/settings.js';
import { median } from '../lib/statistics.js';
import { printHead, printRow } from '../lib/table.js';
import { nginxBefore } from './nginx.js';

const CORES = `0-${availableParallelism() - 1}`;
const SERVER = fileURLToPath(new URL('json-server.js', import.meta.url));
const usual = { processes: [1, 2, 4], rounds: 3, seconds: 3 };
const { processes, rounds, seconds } = settingsFrom(usual);

console.log(`${availableParallelism()} cores\n`);
printHead('processes', 'requests/s', 'µs CPU of the processes', 'µs CPU of nginx', 'p99 ms');
const load = prepareLoad({ request: { path: '/books/7' } }, 64);
for (const size of processes) await measure(size);
load.remove();

async function measure(size) {
  const servers = [];
  for (let index = 0; index < size; index++)
    servers.push(await startServer(SERVER, { cores: CORES }));
  const { command, remove } = nginxBefore(servers.map(({ port }) => port));
  const nginx = await startServer('nginx', { command, cores: CORES });
  await load.run(nginx.port, 2 * size); // warm, each process as long as one alone
  const samples = [];
  for (let round = 0; round < rounds; round++) samples.push(await sampleOf(servers, nginx));
  for (const server of [nginx, ...servers]) await server.stop();
  remove();
  const middle = (at) => Number(median(samples.map((sample) => sample[at])).toFixed(1));
  printRow(size, Math.round(middle(0)), ...[1, 2, 3].map(middle));
}

async function sampleOf(servers, nginx) {
  const spent = () =>
    [servers, [nginx]].map((some) => some.reduce((sum, each) => sum + each.cpuTime(), 0));
  const before = spent();
  const { requests, microseconds, p99, failed, refused } = await load.run(nginx.port, seconds);
  if (failed + refused > 0) throw new Error(`${failed + refused} requests failed`);
  const cpu = spent().map((time, at) => (time - before[at]) / requests);
  return [(requests / microseconds) * 1e6, ...cpu, p99 / 1000];
}
