/**
 * The catalogue page and the JSON list of the example library on Mortise, Fastify and Hono, with the same database, queries
 * and page: microseconds of CPU time of the server for a request, and its ratio to Mortise's. Before that, all responses
 * are compared byte by byte; `--check` does only that.
 *
 *     DATABASE_URL=... npm run bench -- library [--check] [--rounds 5] [--seconds 2]
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { canLoad, prepareLoad } from '../http/load.js';
import { installPeers } from '../http/peers.js';
import { costsInTurn } from '../http/sample.js';
import { ask, startServer } from '../http/server-process.js';
import { median, ratioOf, shown } from '../http/statistics.js';
import { differenceOf } from './same-bytes.js';
import { prepareTables } from './tables.js';

const CONTESTANTS = ['mortise', 'fastify', 'hono'];
const PATHS = ['/books', '/api/books'];
const CHECKED = [
  ...PATHS.flatMap((path) => [path, `${path}?page=3`, `${path}?page=999`, `${path}?page=x`]),
  ...PATHS.flatMap((path) => [`${path}?q=quixote`, `${path}?q=%25&language=French`]),
  ...PATHS.map((path) => `${path}?q=%3Cb%3E+%22%C3%A9%22`),
];

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
  },
});
const { DATABASE_URL } = process.env;
if (DATABASE_URL === undefined) throw new Error('set DATABASE_URL to a PostgreSQL server');
if (!values.check && !canLoad())
  throw new Error('wrk is missing: install it (apt-get install wrk)');

installPeers();
const tables = await prepareTables(DATABASE_URL);
const servers = [];
try {
  for (const name of CONTESTANTS) {
    const file = new URL(`../http/contestants/library/${name}.js`, import.meta.url);
    servers.push(await startServer(fileURLToPath(file), { DATABASE_URL: tables.url }));
  }
  for (const path of CHECKED) {
    const responses = await Promise.all(servers.map(({ port }) => ask(port, { path })));
    const difference = differenceOf(CONTESTANTS, responses);
    if (difference !== '') throw new Error(`${path}: ${difference}`);
  }
  console.log(`${CHECKED.length} responses of ${CONTESTANTS.join(', ')} are equal.`);
  if (!values.check) for (const path of PATHS) await measure(path);
} finally {
  for (const server of servers) await server.stop();
  await tables.drop();
}

async function measure(path) {
  const load = prepareLoad({ request: { path } }, 16);
  const runners = servers.map((server) => ({ server, load }));
  const costs = await costsInTurn(runners, values.rounds, values.seconds);
  load.remove();
  for (const [index, name] of CONTESTANTS.entries()) {
    const ratio = shown(ratioOf(costs[index], costs[0]));
    console.log(`| ${path} | ${name} | ${median(costs[index]).toFixed(1)} | ${ratio} |`);
  }
}
