/**
 * Multipart forms against busboy alone: `npm run bench -- multipart [rounds]`. Build first.
 *
 * CPU time, since other work on the machine does not count in it. All ways run in one process and take
 * turns; a ratio is that of one round, and the median of the rounds is shown.
 */
import { forms } from './multipart-forms.js';
import { ways } from './multipart-ways.js';

const rounds = Number(process.argv[2] ?? 9);
const peers = ['@fastify/busboy, discarded', '@remix-run/multipart-parser, discarded'];
const columns = Object.keys(ways).filter((way) => !peers.includes(way));

console.log(
  `Node ${process.version}, ${rounds} rounds: microseconds of CPU for one form; in brackets busboy's time divided by it\n`,
);
console.log(`| form | ${columns.join(' | ')} | the fastest other, discarded |`);
console.log(`|---|${'--:|'.repeat(columns.length + 1)}`);

for (const [name, { form, times }] of Object.entries(forms)) {
  const taken = await roundsOf(form, times);
  const fastest = peers.toSorted((a, b) => middle(column(taken, a)) - middle(column(taken, b)))[0];
  const cells = [...columns, fastest].map((way) => cell(taken, way));
  console.log(`| ${name} | ${cells.join(' | ')} ${fastest.split(',')[0]} |`);
}

/** For each round the microseconds of each way; the first rounds, in which code is compiled, do not count. */
async function roundsOf(form, times) {
  const all = [];
  for (let round = -2; round < rounds; round++) {
    const taken = {};
    for (const [way, read] of Object.entries(ways))
      taken[way] = await microseconds(read, form, times);
    if (round >= 0) all.push(taken);
  }
  return all;
}

async function microseconds(read, form, times) {
  const before = process.cpuUsage();
  for (let i = 0; i < times; i++) await read(form);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

function cell(taken, way) {
  const time = middle(column(taken, way));
  const shown = time < 1000 ? time.toFixed(1) : time.toFixed(0);
  if (way.startsWith('busboy,')) return shown;
  const alone = way.endsWith('discarded') ? 'busboy, discarded' : 'busboy, to disk';
  return `${shown} (${middle(taken.map((round) => round[alone] / round[way])).toFixed(2)})`;
}

function column(taken, way) {
  return taken.map((round) => round[way]);
}

function middle(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
