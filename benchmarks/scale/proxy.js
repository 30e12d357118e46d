/**
 * A proxy in front of one process, on Mortise, on Fastify with `@fastify/http-proxy`, and nginx: microseconds of CPU time
 * of the proxy for a request, and its ratio to Mortise's. The proxies take turns. Before that each passes the same response.
 *
 *     npm run bench -- scale:proxy [--rounds 5] [--seconds 2] [--write]
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { canLoad, prepareLoad } from '../http/load.js';
import { installPeers } from '../http/peers.js';
import { ask, startServer } from '../http/server-process.js';
import { median, ratioOf } from '../http/statistics.js';
import { startNginx } from './nginx.js';
import { writeResults } from './results.js';

const WORKLOADS = {
  'GET of a JSON object': { path: '/books/7' },
  'POST of 1 KiB': { method: 'POST', path: '/books', body: 'x'.repeat(1024) },
};
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    write: { type: 'boolean', default: false },
  },
});
if (!canLoad()) throw new Error('wrk is missing: install it (apt-get install wrk)');
installPeers();

const fileOf = (path) => fileURLToPath(new URL(path, import.meta.url));
// The process behind the proxies shares the core of the load, so that only the proxy is on its own.
const target = await startServer(fileOf('json-server.js'), {}, undefined, '1');
const proxies = {};
const rows = [];
try {
  const env = { TARGET: `http://127.0.0.1:${target.port}` };
  for (const name of ['mortise', 'fastify'])
    proxies[name] = await startServer(fileOf(`../http/contestants/proxy/${name}.js`), env);
  proxies.nginx = await startNginx([target.port]);
  console.log('| request | proxy | µs CPU | times that of Mortise |\n|---|---|--:|--:|');
  for (const [name, request] of Object.entries(WORKLOADS))
    rows.push(...(await measure(name, request)));
} finally {
  for (const server of [...Object.values(proxies), target]) await server.stop();
}
if (values.write) writeResults('proxy', rows);

async function measure(workload, request) {
  const direct = await ask(target.port, request);
  for (const [name, { port }] of Object.entries(proxies)) {
    const { status, type, body } = await ask(port, request);
    if (status !== direct.status || type !== direct.type || !body.equals(direct.body))
      throw new Error(`${workload}: ${name} passes another response`);
  }
  const load = prepareLoad({ request }, 16);
  const costs = Object.fromEntries(Object.keys(proxies).map((name) => [name, []]));
  for (const { port } of Object.values(proxies)) await load.run(port, 1);
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const [name, proxy] of Object.entries(proxies)) {
      const before = proxy.cpuTime();
      const { requests, failed, refused } = await load.run(proxy.port, Number(values.seconds));
      if (failed + refused > 0)
        throw new Error(`${workload}: ${name} failed ${failed + refused} times`);
      costs[name].push((proxy.cpuTime() - before) / requests);
    }
  }
  load.remove();
  return Object.entries(costs).map(([name, own]) => {
    const { ratio, low, high } = ratioOf(own, costs.mortise);
    const shown = `${ratio.toFixed(2)} (${low.toFixed(2)}-${high.toFixed(2)})`;
    console.log(`| ${workload} | ${name} | ${median(own).toFixed(1)} | ${shown} |`);
    return {
      workload,
      proxy: name,
      cpu: Number(median(own).toFixed(1)),
      ratio: Number(ratio.toFixed(2)),
    };
  });
}
