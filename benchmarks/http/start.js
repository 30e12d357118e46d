/**
 * What a start costs: from the start of a process to the first response of a program of five lines, and the resident
 * memory of that program while it is idle.
 *
 *     npm run bench -- http:start [--rounds 15] [--contestants raw,mortise,...]
 *
 * Every sample is a new process, and the contestants alternate. The ratio is the CPU time relative to plain
 * `node:http`.
 */
import { fileURLToPath } from 'node:url';
import { installPeers } from '../lib/peers.js';
import { inTurn, resultOf } from '../lib/rounds.js';
import { settingsFrom } from '../lib/settings.js';
import { median, ratioOf, shown } from '../lib/statistics.js';
import { printHead, printRow } from '../lib/table.js';

const { rounds, contestants: names } = settingsFrom({
  rounds: 15,
  contestants: ['raw', 'mortise', 'polka', 'hono', 'h3', 'koa', 'express', 'fastify'],
});
installPeers();
const samples = await inTurn(names, rounds, (name) =>
  resultOf([fileURLToPath(new URL(`contestants/hello/${name}.js`, import.meta.url))]),
);

printHead('contestant', 'CPU ms', 'to `node:http` (95 %)', 'idle, MiB');
for (const name of names) {
  const [base, own] = [names[0], name].map((each) => samples.get(each).map(({ cpu }) => cpu));
  const memory = median(samples.get(name).map((sample) => sample.memory / 2 ** 20));
  const time = (median(own) / 1000).toFixed(0);
  printRow(name, time, shown(ratioOf(own, base)), memory.toFixed(1));
}
