/**
 * The add-ons against the middleware that applications use elsewhere: microseconds of CPU time for a request, and its
 * ratio to the anchor's. Both include their server and framework. Each pair of processes is loaded alternately, so
 * that both have the same conditions; a workload is measured by several pairs.
 *
 * Before that, each gets one request, and both must do the same work. At the end, layers with nothing to do are
 * measured: idle-layers.js.
 *
 *     npm run bench -- add-ons [--pairs 2] [--rounds 2] [--seconds 1] [--workloads compression,log]
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { canLoad, prepareLoad } from '../http/load.js';
import { startServer } from '../http/server-process.js';
import { costsInTurn } from '../http/sample.js';
import { median, ratioOf, shown } from '../http/statistics.js';
import { exchange, requestTo, sameWork } from './same-work.js';
import { workloads } from './workloads.js';

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '1' },
    workloads: { type: 'string' },
  },
});
if (!canLoad()) throw new Error('wrk is missing: install it (apt-get install wrk)');

console.log(
  '| workload | anchor | mortise µs | anchor µs | ratio | at most |\n|---|---|--:|--:|--:|--:|',
);
for (const name of values.workloads?.split(/,(?! )/) ?? Object.keys(workloads)) {
  const workload = workloads[name];
  if (workload.service !== undefined && process.env[workload.service] === undefined) {
    console.log(`| ${name} | ${workload.anchor} | set ${workload.service} | | | |`);
    continue;
  }
  const costs = { mortise: [], anchor: [] };
  for (let pair = 0; pair < Number(values.pairs); pair++) await measure(name, workload, costs);
  const figures = [median(costs.mortise), median(costs.anchor)].map((value) => value.toFixed(1));
  const ratio = shown(ratioOf(costs.mortise, costs.anchor));
  console.log(`| ${[name, workload.anchor, ...figures, ratio, workload.most].join(' | ')} |`);
}
if (values.workloads === undefined) {
  const idle = fileURLToPath(new URL('idle-layers.js', import.meta.url));
  spawnSync(process.execPath, [idle], { stdio: 'inherit' });
}

/** One process of each contestant. */
async function measure(name, workload, costs) {
  const runners = [];
  try {
    for (const contestant of Object.keys(costs)) {
      const server = await start(contestant, workload.layer);
      const request = await requestTo(server.port, workload);
      const load = prepareLoad({ request }, 16);
      runners.push({ contestant, server, request, load });
    }
    const exchanges = runners.map(({ server, request }) => exchange(server.port, request));
    sameWork(name, workload, await Promise.all(exchanges));
    const taken = await costsInTurn(runners, values.rounds, values.seconds);
    for (const [index, { contestant }] of runners.entries())
      costs[contestant].push(...taken[index]);
  } finally {
    for (const { server, load } of runners) {
      load.remove();
      await server.stop();
    }
  }
}

function start(contestant, layer) {
  const file = fileURLToPath(new URL(`contestants/${contestant}.js`, import.meta.url));
  return startServer(file, { LAYER: layer });
}
