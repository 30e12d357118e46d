/**
 * How the cost of a request and of a connection grows with the number of connections, that of a request with workers,
 * and that of a body with its KiB.
 *
 *     npm run bench -- http:scale [--connections 1,64,1000,5000] [--workers 1,2,4] [--bodies 1,64,1024,16384,102400]
 *         [--contestants raw,mortise-readme] [--rounds 3] [--seconds 6] [--warm 3]
 *
 * Every sample is a new process, and the contestants take turns; the figures are medians. The growth of CPU time is
 * the cost at the largest size divided by the smallest of the others, that of memory is the last slope divided by the
 * one before. 1 is linear, and above 1.5 is not. Requests include opening their connections, for long enough that this
 * counts for little. Workers share all cores with the load.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { assertOpenable, closeConnections, openConnections } from '../lib/connections.js';
import { sampleOf } from '../lib/contest.js';
import { prepareLoad } from '../lib/load.js';
import { inTurn } from '../lib/rounds.js';
import { startServer } from '../lib/server-process.js';
import { settingsFrom } from '../lib/settings.js';
import { median } from '../lib/statistics.js';
import { printHead, printRow } from '../lib/table.js';

const LINEAR = 1.5;
/** Milliseconds until a server has closed the connections of a load that ended. */
const SETTLED = 500;
const fileOf = (path) => new URL(path, import.meta.url).pathname;

const settings = settingsFrom({
  ...{
    connections: [1, 64, 1000, 5000],
    workers: [1, 2, 4],
    bodies: [1, 64, 1024, 16_384, 102_400],
  },
  contestants: ['raw', 'mortise-readme'],
  ...{ rounds: 3, seconds: 6, warm: 3 },
});
const { connections: sizes, workers, bodies } = settings;

/** The cost of one at the largest size, compared with the smallest of the others. */
const growthOfCost = (costs) =>
  costs.length < 2 ? 1 : costs.at(-1) / Math.min(...costs.slice(0, -1));
/** The slope to the largest size, compared with the one before. */
const growthOfSlope = (slopes) => (slopes.length < 2 ? 1 : slopes.at(-1) / slopes.at(-2));
const growthOfRate = (rates) => growthOfCost(rates.map((rate) => 1 / rate));

assertOpenable(Math.max(...sizes));
const costs = (name) =>
  eachOf(sizes, (size) => requestCost({ path: '/' }, size, fileOf(`contestants/${name}.js`)));
const rates = (name) =>
  eachOf(workers, async (count) => {
    const env = { CONTESTANT: name, WORKERS: String(count) };
    const options = { env, cores: '0-1' };
    return 1e6 / (await requestCost({ path: '/' }, 64, fileOf('cluster-server.js'), options));
  });
const bodyCosts = (name) =>
  eachOf(bodies, async (size) => {
    const request = { path: '/', method: 'POST', body: Buffer.alloc(size * 1024) };
    const server = fileOf('drain-server.js');
    return (await requestCost(request, 4, server, { env: { CONTESTANT: name } })) / size;
  });
await print('µs CPU for a request, by connections', sizes, costs, growthOfCost);
await print('KiB for one more connection', sizes, connectionCosts, growthOfSlope);
await print('requests per CPU second, by workers', workers, rates, growthOfRate);
await print('µs CPU for a KiB, by KiB of the body', bodies, bodyCosts, growthOfCost);

/** @param sample gives a figure for each size, of one contestant */
async function print(title, columns, sample, growth) {
  const samples = await inTurn(settings.contestants, settings.rounds, sample);
  console.log();
  printHead(title, ...columns, 'growth', '');
  for (const [name, own] of samples) {
    const figures = columns.map((_, at) => median(own.map((figures) => figures[at])));
    const grown = growth(figures);
    const place = grown > LINEAR ? 'not linear' : '';
    printRow(name, ...figures.map(shown), grown.toFixed(2), place);
  }
}

function shown(figure) {
  return figure.toFixed(Math.abs(figure) < 1_000 ? 1 : 0);
}

async function eachOf(columns, measure) {
  const figures = [];
  for (const column of columns) figures.push(await measure(column));
  return figures;
}

/** @returns microseconds of CPU time */
async function requestCost(request, connections, file, options) {
  const { run, remove } = prepareLoad({ request }, connections);
  const patient = async (port, seconds) => {
    const result = await run(port, seconds);
    if (seconds === settings.warm) await delay(SETTLED);
    return result;
  };
  const { cpu, failed } = await sampleOf(
    await startServer(file, options),
    { run: patient },
    settings,
  );
  remove();
  if (failed > 0) throw new Error(`${failed} of ${connections} connections failed`);
  return cpu;
}

/**
 * The resident memory of one process with more and more idle connections. It has had few requests: memory that a load
 * has left free would be reused, and the first thousand connections would seem to cost little.
 *
 * @returns KiB for one more connection, for each size above the size before it, or above none
 */
async function connectionCosts(name) {
  const server = await startServer(fileOf(`contestants/${name}.js`));
  await closeConnections(await openConnections(server.port, 100));
  await delay(SETTLED);
  const sockets = [];
  let before = server.memory();
  const costs = await eachOf(sizes, async (size) => {
    const added = size - sockets.length;
    sockets.push(...(await openConnections(server.port, added)));
    for (const socket of sockets) socket.resume();
    await delay(SETTLED);
    const [least, most] = [before, server.memory()];
    before = most;
    return ((most - least) * 1024) / added;
  });
  const lost = sockets.filter((socket) => socket.readableEnded || socket.destroyed).length;
  await closeConnections(sockets);
  await server.stop();
  if (lost > 0) throw new Error(`${name} closed ${lost} connections before all were open`);
  return costs;
}
