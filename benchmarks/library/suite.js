/**
 * The catalogue page and the JSON list of the example library on Mortise, Fastify and Hono, with the same database, queries
 * and page: microseconds of CPU time of the server for a request, and its ratio to Mortise's. Before that, all responses
 * are compared byte by byte; `--check` does only that.
 *
 *     DATABASE_URL=... npm run bench -- library [/books,/api/books] [--check] [--rounds 5] [--seconds 2]
 */
import { fileURLToPath } from 'node:url';
import { installPeers } from '../lib/peers.js';
import { printCosts } from '../lib/ratios.js';
import { printHead } from '../lib/table.js';
import { prepareTables } from './tables.js';

const TYPES = { '/books': 'text/html', '/api/books': 'application/json' };
const QUERIES = [
  ...['', '?page=3', '?page=999', '?page=x', '?q=quixote', '?q=%25&language=French'],
  '?q=%3Cb%3E+%22%C3%A9%22',
];

// PostgreSQL allows some 3,000 requests a second: the warm-up is longer, so that it has as many as that of other contests.
export const usual = { rounds: 7, seconds: 3, warm: 8, connections: 16 };

export async function* contests({ check }, chosen = Object.keys(TYPES)) {
  const { DATABASE_URL } = process.env;
  if (DATABASE_URL === undefined) throw new Error('set DATABASE_URL to a PostgreSQL server');
  installPeers();
  const tables = await prepareTables(DATABASE_URL);
  try {
    if (!check) printHead('path', 'contestant', 'µs CPU', 'times that of Mortise');
    for (const path of chosen) {
      yield {
        ...{ title: path, names: ['mortise', 'fastify', 'hono'], request: { path } },
        program: (name) =>
          fileURLToPath(new URL(`../http/contestants/library/${name}.js`, import.meta.url)),
        env: { DATABASE_URL: tables.url },
        responds: (port) => fetch(`http://127.0.0.1:${port}/books`),
        checks: QUERIES.map((query) => ({ path: path + query, type: TYPES[path], read: someText })),
        print: printCosts,
      };
    }
  } finally {
    await tables.drop();
  }
}

function someText(body) {
  if (body.length === 0) throw new Error('the body is empty');
  return body.toString();
}
