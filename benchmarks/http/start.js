/**
 * What a start costs: from the start of a process to the first response of a program of five lines, and the resident
 * memory of that program while it is idle.
 *
 *     node benchmarks/http/start.js [--rounds 15] [--contestants raw,mortise,...]
 *
 * Every sample is a new process, and the contestants alternate. The ratio is the CPU time relative to plain
 * `node:http`.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { inTurn } from './in-turn.js';
import { median, ratioOf, shown } from './statistics.js';

const CONTESTANTS = 'raw,mortise,polka,hono,h3,koa,express,fastify';
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    contestants: { type: 'string', default: CONTESTANTS },
  },
});
const names = values.contestants.split(',');
const samples = await inTurn(names, values.rounds, start);

const cpu = (name) => samples.get(name).map((sample) => sample.cpu);
console.log('| contestant | CPU ms | to `node:http` (95 %) | idle, MiB |');
console.log('|---|--:|--:|--:|');
for (const name of names) {
  const ratio = shown(ratioOf(cpu(name), cpu(names[0])));
  const memory = median(samples.get(name).map((sample) => sample.memory));
  console.log(`| ${[name, median(cpu(name)).toFixed(0), ratio, memory.toFixed(1)].join(' | ')} |`);
}

async function start(name) {
  const program = fileURLToPath(new URL(`contestants/hello/${name}.js`, import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program], { timeout: 60_000 });
  const { cpu, memory } = JSON.parse(stdout);
  return { cpu: cpu / 1000, memory: memory / 2 ** 20 };
}
