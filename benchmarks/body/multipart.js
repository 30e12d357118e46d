/**
 * Multipart forms against busboy alone: `npm run bench -- multipart [--rounds 9] [--seconds 1] [--forms 3]`.
 *
 * Measures CPU time, which excludes other work on the machine. Every sample is a new process, warmed up for
 * as long as it measures; the parsers take turns. A ratio is that of one round, and the median of the rounds is
 * shown. `--forms 3` uses only the first three forms.
 */
import { inTurn } from '../lib/rounds.js';
import { settingsFrom } from '../lib/settings.js';
import { median } from '../lib/statistics.js';
import { printHead, printRow } from '../lib/table.js';
import { sampleTask } from '../lib/task.js';
import { forms } from './multipart-forms.js';
import { tasks } from './multipart-ways.js';

const usual = { rounds: 9, seconds: 1, forms: Object.keys(forms).length };
const { rounds, seconds, forms: count } = settingsFrom(usual);
const program = new URL('multipart-ways.js', import.meta.url);
const FASTEST = '@remix-run/multipart-parser, discarded';
const columns = Object.keys(tasks).filter((way) => way !== FASTEST);

console.log(
  `${rounds} rounds: microseconds of CPU for one form; in brackets busboy's time for the same work divided by it\n`,
);
printHead('form', ...columns, 'the fastest other, discarded');
for (const argument of Object.keys(forms).slice(0, count)) {
  const sampling = { argument, seconds, of: 'mean' };
  const taken = await inTurn(Object.keys(tasks), rounds, (way) =>
    sampleTask(program, way, sampling),
  );
  const last = `${cell(taken, FASTEST)} ${FASTEST.split(',')[0]}`;
  printRow(argument, ...columns.map((way) => cell(taken, way)), last);
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
