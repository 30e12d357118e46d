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
import { median, ratioOf } from './statistics.js';

const CONTESTANTS = 'raw,mortise,polka,hono,h3,koa,express,fastify';
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    contestants: { type: 'string', default: CONTESTANTS },
  },
});
const names = values.contestants.split(',');
const samples = new Map(names.map((name) => [name, []]));
for (let round = 0; round < Number(values.rounds); round++) {
  for (const name of names) samples.get(name).push(await start(name));
}

const cpu = (name) => samples.get(name).map((sample) => sample.cpu);
console.log('| contestant | CPU ms | to `node:http` | 95 % | idle, MiB |');
console.log('|---|--:|--:|--:|--:|');
for (const name of names) {
  const { ratio, low, high } = ratioOf(cpu(name), cpu(names[0]));
  const memory = median(samples.get(name).map((sample) => sample.memory));
  const interval = `${low.toFixed(2)}–${high.toFixed(2)}`;
  const cells = [name, median(cpu(name)).toFixed(0), ratio.toFixed(2), interval, memory.toFixed(1)];
  console.log(`| ${cells.join(' | ')} |`);
}

async function start(name) {
  const program = fileURLToPath(new URL(`contestants/hello/${name}.js`, import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program], { timeout: 60_000 });
  const { cpu, memory } = JSON.parse(stdout);
  return { cpu: cpu / 1000, memory: memory / 2 ** 20 };
}
