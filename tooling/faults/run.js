/**
 * Tries faults in the sources of a package, and prints those that its tests do not notice, as soon as
 * that is known.
 *
 *     npm run faults -- PACKAGE [--files TEXT] [--sample N] [--seed S]
 *
 * `--files` takes the sources whose path contains the text; `--sample` tries that many faults, chosen by `--seed`.
 * Nothing in the working tree changes: planted sources are in a temporary folder.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { plantPackage } from './plant-package.js';
import { tryFaults } from './try-faults.js';

const packages = fileURLToPath(new URL('../../packages', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    files: { type: 'string', default: '' },
    sample: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 10_000) },
  },
});
if (positionals.length !== 1) {
  console.error('name one package: npm run faults -- router');
  process.exit(2);
}

process.env.FC_NUM_RUNS ??= '1000';
// So that the processes of the tests end, too.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const planted = plantPackage(join(packages, positionals[0]), values.files);
// Also after a signal, when no `finally` runs.
process.once('exit', () => rmSync(planted.folder, { recursive: true, force: true }));
const all = planted.faults;
const faults =
  values.sample === undefined ? all : sampleOf(Number(values.sample), Number(values.seed));
const chosen = values.sample === undefined ? '' : ` of ${all.length} (--seed ${values.seed})`;
console.log(
  `${positionals[0]}: ${faults.length} faults${chosen}, ${planted.tests.length} test files`,
);
const { results, failing } = await tryFaults(planted, faults, {
  onResult: createReporter(faults.length),
});
for (const test of failing) console.log(`not used, since it fails without a fault: ${test}`);
console.log(summaryOf(results));

/** As many of all, in their order; the same for the same seed. */
function sampleOf(count, seed) {
  const length = Math.min(count, all.length);
  const some = fc.subarray(all, { minLength: length, maxLength: length });
  return fc.sample(some, { seed, numRuns: 1 })[0];
}

/** Prints each fault that no test noticed as soon as that is known, and how many were tried. */
function createReporter(count) {
  let done = 0;
  return ({ fault, noticed, hung, reached }) => {
    done++;
    if (!noticed) {
      const change = `${short(fault.before)}  ->  ${short(fault.after) || '(dropped)'}`;
      const mark = hung ? '  [hung]' : reached ? '' : '  [not reached]';
      console.log(`${fault.file}:${fault.line}  ${change}${mark}`);
    }
    if (process.stderr.isTTY) process.stderr.write(`\r${done}/${count} `);
    else if (done % 20 === 0) process.stderr.write(`${done} of ${count} tried\n`);
  };
}

/** A fault that hangs or ends the process counts as found: no run of the tests would pass with it. */
function summaryOf(results) {
  const noticed = results.filter((result) => result.noticed).length;
  const hung = results.filter((result) => result.hung).length;
  const share = ((100 * (noticed + hung)) / Math.max(1, results.length)).toFixed(1);
  return `${noticed} of ${results.length} noticed, ${hung} hung or ended the process: ${share} %`;
}

function short(text) {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 90 ? `${line.slice(0, 87)}...` : line;
}
