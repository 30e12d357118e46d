/**
 * The time until an editor shows completions after an edit, in a file that calls a client of 200 operations in ten
 * groups, with the same schemas: `npm run bench -- endpoint:completion [--rounds 5]`.
 *
 * Each sample is a fresh process with TypeScript's language service, contestants take turns, and ratios are within a
 * round. Processor time, since a busy machine does not lengthen it.
 */
import { inTurn, resultOf } from '../lib/rounds.js';
import { settingsFrom } from '../lib/settings.js';
import { median, ratioOf, shown } from '../lib/statistics.js';
import { printHead, printRow } from '../lib/table.js';

const { rounds } = settingsFrom({ rounds: 5 });
const program = new URL('completion-sample.js', import.meta.url).pathname;
const samples = await inTurn(['ours', 'orpc'], rounds, (name) => resultOf([program, name]));
const times = [...samples.values()];

printHead('completion of', 'ours, ms', 'oRPC, ms', 'times oRPC');
const medians = times.map((own) => Math.round(median(own)));
printRow('the operations of a group', ...medians, shown(ratioOf(...times)));
