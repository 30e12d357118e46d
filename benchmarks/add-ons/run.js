/**
 * The add-ons against the middleware that Express applications use: microseconds of CPU time for a request, and
 * its ratio to the anchor's. Every sample is a fresh process, and the two take turns. Both include their server and
 * framework.
 *
 * `npm run bench -- add-ons [--rounds 9] [--seconds 3] [--workloads compression,log]`
 */
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { canLoad, prepareLoad } from '../http/load.js';
import { startServer } from '../http/server-process.js';
import { median, ratioOf } from '../http/statistics.js';
import { workloads } from './workloads.js';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '3' },
    workloads: { type: 'string', default: Object.keys(workloads).join() },
  },
});
if (!canLoad()) throw new Error('wrk is missing: install it (apt-get install wrk)');

console.log('| workload | mortise µs | anchor µs | ratio | at most |\n|---|--:|--:|--:|--:|');
for (const name of values.workloads.split(',')) {
  const { layer, request, most } = workloads[name];
  const costs = { mortise: [], express: [] };
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const contestant of Object.keys(costs)) {
      costs[contestant].push(await costOf(contestant, layer, request));
    }
  }
  const { ratio, low, high } = ratioOf(costs.mortise, costs.express);
  const figures = [median(costs.mortise), median(costs.express)].map((value) => value.toFixed(1));
  const shown = `${ratio.toFixed(2)} (${low.toFixed(2)}-${high.toFixed(2)})`;
  console.log(`| ${[name, ...figures, shown, most].join(' | ')} |`);
}

/** Microseconds of CPU time for one request, warmed up. */
async function costOf(contestant, layer, request) {
  const file = fileURLToPath(new URL(`contestants/${contestant}.js`, import.meta.url));
  const server = await startServer(file, { LAYER: layer });
  const load = prepareLoad({ request }, 16);
  try {
    await load.run(server.port, 1);
    const before = server.cpuTime();
    const { requests } = await load.run(server.port, Number(values.seconds));
    return (server.cpuTime() - before) / requests;
  } finally {
    load.remove();
    await server.stop();
  }
}
