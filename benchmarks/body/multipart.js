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
  const taken = [];
  for (let round = 0; round < Number(values.rounds); round++) taken.push(await roundOf(name));
  const fastest = peers.toSorted((a, b) => middle(column(taken, a)) - middle(column(taken, b)))[0];
  const cells = [...columns, fastest].map((way) => cell(taken, way));
  console.log(`| ${name} | ${cells.join(' | ')} ${fastest.split(',')[0]} |`);
}

/** The microseconds of each parser, one after another. */
async function roundOf(form) {
  const taken = {};
  for (const way of Object.keys(ways)) {
    const parameters = [program, form, way, values.seconds];
    const { stdout } = await promisify(execFile)(process.execPath, parameters);
    taken[way] = Number(stdout);
  }
  return taken;
}

function cell(taken, way) {
  const time = middle(column(taken, way));
  const shown = time < 1000 ? time.toFixed(1) : time.toFixed(0);
  if (way.startsWith('busboy,')) return shown;
  // Handling files differs more between programs than finding them.
  const alone = `busboy, ${way.split(', ')[1]}`;
  return `${shown} (${middle(taken.map((round) => round[alone] / round[way])).toFixed(2)})`;
}

function column(taken, way) {
  return taken.map((round) => round[way]);
}

function middle(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
