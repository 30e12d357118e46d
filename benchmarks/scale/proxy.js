/**
 * A proxy in front of one process, on Mortise, on Fastify with `@fastify/http-proxy`, and nginx: microseconds of CPU time
 * of the proxy for a request, and its ratio to Mortise's. The proxies take turns. Before that each passes the same response.
 *
 *     npm run bench -- scale:proxy [--rounds 5] [--seconds 2]
 */
import { fileURLToPath } from 'node:url';
import { installPeers } from '../lib/peers.js';
import { printCosts } from '../lib/ratios.js';
import { startServer } from '../lib/server-process.js';
import { printHead } from '../lib/table.js';
import { nginxBefore } from './nginx.js';

const POST = { method: 'POST', path: '/books', body: 'x'.repeat(1024) };
const WORKLOADS = {
  'GET of a JSON object': [{ path: '/books/7' }, '{"id":"7","title":"Emma"}', 200],
  'POST of 1 KiB': [POST, '{"id":"8"}', 201],
};
const fileOf = (path) => fileURLToPath(new URL(path, import.meta.url));

export const usual = { rounds: 5, seconds: 2, warm: 1, connections: 16 };

export async function* contests({ check }, chosen = Object.keys(WORKLOADS)) {
  installPeers();
  // The process behind the proxies shares the core of the load, so that only the proxy is on its own.
  const target = await startServer(fileOf('json-server.js'), { cores: '1' });
  const nginx = nginxBefore([target.port]);
  try {
    if (!check) printHead('request', 'proxy', 'µs CPU', 'times that of Mortise');
    for (const title of chosen) {
      const [request, answer, status] = WORKLOADS[title];
      yield {
        ...{ title, names: ['mortise', 'fastify', 'nginx'], request },
        ...{ env: { TARGET: `http://127.0.0.1:${target.port}` } },
        program: (name) => fileOf(`../http/contestants/proxy/${name}.js`),
        command: (name) => (name === 'nginx' ? nginx.command : undefined),
        checks: [{ ...request, status, answer, type: 'application/json' }],
        print: printCosts,
      };
    }
  } finally {
    nginx.remove();
    await target.stop();
  }
}
