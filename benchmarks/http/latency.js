/**
 * How handling requests in batches affects their latency: `serve` against `toListener` on a
 * server of Node, which handles each request when it arrives, and against plain `node:http`.
 *
 *     node benchmarks/http/latency.js [--rounds 9] [--seconds 2] [--warm 2] [--rate 4000]
 *         [--scenarios lone,rate,full,slow]
 *
 * Every sample is a new process on one core, the load is on another, and the three alternate.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { inTurn } from './in-turn.js';
import { loadBy } from './load-process.js';
import { spentOn } from './sample.js';
import { startServer } from './server-process.js';
import { median } from './statistics.js';

const KINDS = { raw: 'plain `node:http`', listener: '`toListener`', serve: '`serve`' };
const server = fileURLToPath(new URL('latency-server.js', import.meta.url));
const load = fileURLToPath(new URL('latency-load.js', import.meta.url));
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '2' },
    warm: { type: 'string', default: '2' },
    rate: { type: 'string', default: '4000' },
    scenarios: { type: 'string', default: 'lone,rate,full,slow' },
  },
});
const rate = Number(values.rate);

/** Not a number if no response arrived in time. */
const microseconds = (key) => [`${key}, µs`, (sample) => sample[key] ?? Number.NaN, 0];
const cpu = ['CPU per request, µs', (sample) => sample.cpu, 1];
const share = (key) => [`${key} requests of a connection, to the mean`, (sample) => sample[key], 2];
const scenarios = {
  lone: {
    title: 'one connection, one request at a time',
    load: { connections: 1 },
    measures: [...['p50', 'p99'].map(microseconds), cpu],
  },
  rate: {
    title: `64 connections, ${rate} requests/s`,
    load: { connections: 64, rate },
    measures: [...['p50', 'p99', 'p999'].map(microseconds), cpu],
  },
  full: {
    title: '64 connections, at full load',
    load: { connections: 64 },
    measures: [...['p50', 'p99'].map(microseconds), ...['fewest', 'most'].map(share), cpu],
  },
  slow: {
    title: '63 connections, next to one whose handler takes 5 ms',
    load: { connections: 64, slow: 1 },
    measures: [...['p50', 'p99'].map(microseconds), ...['fewest', 'most'].map(share)],
  },
};

console.log(`| | | ${Object.values(KINDS).join(' | ')} |`);
console.log('|---|---|--:|--:|--:|');
let failed = 0;
for (const key of values.scenarios.split(',')) {
  const { title, load: scenario, measures } = scenarios[key];
  const taken = await inTurn(Object.keys(KINDS), values.rounds, (kind) => sample(kind, scenario));
  const samples = [...taken.values()];
  for (const [name, of, digits] of measures) {
    const cells = samples.map((own) => cell(own.map(of), digits));
    console.log(`| ${title} | ${name} | ${cells.join(' | ')} |`);
  }
  failed += samples.flat().reduce((sum, sample) => sum + sample.failed, 0);
}
console.log(`\n${failed} requests failed.`);
process.exitCode = failed === 0 ? 0 : 1;

async function sample(kind, scenario) {
  const started = await startServer(server, { KIND: kind });
  const run = (seconds) =>
    loadBy(load, { ...scenario, port: started.port, seconds: Number(seconds) });
  await run(values.warm);
  const taken = await spentOn(started, () => run(values.seconds));
  await started.stop();
  return taken;
}

/** The median, and the range of half of the samples. */
function cell(values, digits) {
  const sorted = values.toSorted((a, b) => a - b);
  const quartile = (share) => sorted[Math.round((sorted.length - 1) * share)].toFixed(digits);
  return `${median(sorted).toFixed(digits)} (${quartile(0.25)}–${quartile(0.75)})`;
}
