/**
 * Multipart forms against busboy alone: `npm run bench -- multipart [--rounds 9] [--seconds 1] [--forms 3]`.
 * Build first.
 *
 * Measures CPU time, which excludes other work on the machine. Every sample is a new process, warmed up for
 * as long as it measures; the parsers alternate. A ratio is that of one round, and the median of the rounds is
 * shown. `--forms 3` uses only the first three forms.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { inTurn } from '../http/in-turn.js';
import { median } from '../http/statistics.js';
import { forms } from './multipart-forms.js';
import { ways } from './multipart-ways.js';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '1' },
    forms: { type: 'string', default: String(Object.keys(forms).length) },
  },
});
const program = fileURLToPath(new URL('multipart-sample.js', import.meta.url));
const peers = ['@fastify/busboy, discarded', '@remix-run/multipart-parser, discarded'];
const columns = Object.keys(ways).filter((way) => !peers.includes(way));

console.log(
  `Node ${process.version}, ${values.rounds} rounds: microseconds of CPU for one form; in brackets busboy's time for the same work divided by it\n`,
);
console.log(`| form | ${columns.join(' | ')} | the fastest other, discarded |`);
console.log(`|---|${'--:|'.repeat(columns.length + 1)}`);

for (const name of Object.keys(forms).slice(0, Number(values.forms))) {
  const taken = await inTurn(Object.keys(ways), values.rounds, (way) => sample(name, way));
  const [fastest] = peers.toSorted((a, b) => median(taken.get(a)) - median(taken.get(b)));
  const cells = [...columns, fastest].map((way) => cell(taken, way));
  console.log(`| ${name} | ${cells.join(' | ')} ${fastest.split(',')[0]} |`);
}

async function sample(form, way) {
  const parameters = [program, form, way, values.seconds];
  return Number((await promisify(execFile)(process.execPath, parameters)).stdout);
}

function cell(taken, way) {
  const time = median(taken.get(way));
  const shown = time < 1000 ? time.toFixed(1) : time.toFixed(0);
  if (way.startsWith('busboy,')) return shown;
  // Handling files differs more between programs than finding them.
  const alone = taken.get(`busboy, ${way.split(', ')[1]}`);
  const ratios = taken.get(way).map((own, round) => alone[round] / own);
  return `${shown} (${median(ratios).toFixed(2)})`;
}
