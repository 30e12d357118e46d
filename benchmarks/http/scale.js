/**
 * How the cost of a request and of a connection grows with the number of connections, and of a request with workers.
 *
 *     node benchmarks/http/scale.js [--connections 1,64,1000,5000] [--workers 1,2] [--contestants raw,mortise-readme]
 *         [--rounds 3] [--seconds 6] [--warm 3]
 *
 * Every sample is a new process, and the contestants alternate; the figures are medians. The growth of CPU time is
 * the cost at the largest size divided by the smallest of the others, that of memory is the last slope divided by the
 * one before. 1 is linear, and above 1.5 is not. Requests include opening their connections.
 * Workers share all cores with the load.
 */
import { parseArgs } from 'node:util';
import { connectionCosts, requestCost } from './connection-samples.js';
import { inTurn } from './in-turn.js';
import { canLoad } from './load.js';
import { assertOpenable } from './open-connections.js';
import { startServer } from './server-process.js';
import { median } from './statistics.js';

const LINEAR = 1.5;
const CLUSTER = new URL('cluster-server.js', import.meta.url).pathname;
const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '1,64,1000,5000' },
    workers: { type: 'string', default: '1,2' },
    contestants: { type: 'string', default: 'raw,mortise-readme' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '6' },
    warm: { type: 'string', default: '3' },
  },
});
const names = values.contestants.split(',');
const sizes = values.connections.split(',').map(Number);
const workers = values.workers.split(',').map(Number);
const durations = { seconds: Number(values.seconds), warm: Number(values.warm) };

assertOpenable(Math.max(...sizes));
if (!canLoad()) throw new Error('needs wrk');
await print('µs CPU for a request, by connections', sizes, cpuByConnections, growthOfCost);
await print('KiB for one more connection', sizes, memoryByConnections, growthOfSlope);
await print('requests per CPU second, by workers', workers, rateByWorkers, (rates) =>
  growthOfCost(rates.map((rate) => 1 / rate)),
);

/** @param sample gives a figure for each size, of one contestant */
async function print(title, columns, sample, growth) {
  const samples = await inTurn(names, values.rounds, sample);
  console.log(`\n| ${[title, ...columns, 'growth', ''].join(' | ')} |`);
  console.log(`|---|${'--:|'.repeat(columns.length + 1)}---|`);
  for (const [name, own] of samples) {
    const figures = columns.map((_, at) => median(own.map((figures) => figures[at])));
    const grown = growth(figures);
    const place = grown > LINEAR ? 'not linear' : '';
    console.log(`| ${[name, ...figures.map(shown), grown.toFixed(2), place].join(' | ')} |`);
  }
}

function shown(figure) {
  return Math.abs(figure) < 1_000 ? figure.toFixed(1) : String(Math.round(figure));
}

/** The cost of one at the largest size, compared with the smallest of the others. */
function growthOfCost(costs) {
  return costs.length < 2 ? 1 : costs.at(-1) / Math.min(...costs.slice(0, -1));
}

/** The slope to the largest size, compared with the one before. */
function growthOfSlope(slopes) {
  return slopes.length < 2 ? 1 : slopes.at(-1) / slopes.at(-2);
}

async function cpuByConnections(name) {
  const costs = [];
  for (const size of sizes) {
    const server = await startServer(name);
    costs.push(await requestCost(server, size, durations));
    await server.stop();
  }
  return costs;
}

function memoryByConnections(name) {
  return connectionCosts(name, sizes);
}

async function rateByWorkers(name) {
  const rates = [];
  for (const count of workers) {
    const env = { CONTESTANT: name, WORKERS: String(count) };
    const server = await startServer(CLUSTER, env, undefined, '0-1');
    rates.push(1e6 / (await requestCost(server, 64, durations)));
    await server.stop();
  }
  return rates;
}
