/**
 * The add-ons against the middleware that applications use elsewhere: microseconds of CPU time for a request, and its
 * ratio to the anchor's. Both include their server and framework, and both must do the same work.
 *
 *     npm run bench -- add-ons [compression,log] [--rounds 4] [--seconds 1]
 */
import { fileURLToPath } from 'node:url';
import { median, ratioOf, shown } from '../lib/statistics.js';
import { printHead, printRow } from '../lib/table.js';
import { workloads } from './workloads.js';

export const usual = { rounds: 4, warm: 1, connections: 16 };

export function* contests({ check }, chosen = Object.keys(workloads)) {
  if (!check) printHead('workload', 'anchor', 'mortise µs', 'anchor µs', 'ratio', 'at most');
  for (const name of chosen) {
    const { layer, anchor, most, service, ...workload } = workloads[name];
    if (service !== undefined && process.env[service] === undefined) {
      printRow(name, anchor, `set ${service}`, '', '', '');
      continue;
    }
    yield {
      ...{ ...workload, title: name, names: ['mortise', 'anchor'], env: { LAYER: layer } },
      program: (contestant) =>
        fileURLToPath(new URL(`contestants/${contestant}.js`, import.meta.url)),
      print(samples) {
        const [own, other] = [...samples.values()].map((taken) => taken.map(({ cpu }) => cpu));
        if (other === undefined) return;
        const figures = [own, other].map((costs) => median(costs).toFixed(1));
        printRow(name, anchor, ...figures, shown(ratioOf(own, other)), most);
      },
    };
  }
}
