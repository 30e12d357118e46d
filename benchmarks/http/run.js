/**
 * Measures Mortise and its peers side by side: CPU time per request, as a ratio to plain `node:http`.
 *
 *     node benchmarks/http/run.js [a,b] [--contestants raw,mortise] [--rounds 9]
 *         [--seconds 1] [--warm 3] [--connections 64] [--short]
 *
 * `--workloads a,b` is the same. k selects k-mistake too. k, l and m compare only the frameworks that have the parts, with
 * programs of their own; their ratios are to Fastify. A contestant with a slash in its name is the path of a program, to
 * compare two versions of the same one.
 *
 * Before anything is measured, responses are compared, and which parts of the contract they used: all contestants
 * of a workload share its source. A contestant whose measured responses have another status is dropped.
 *
 * Contestants alternate, round by round, each sample in a new process: identical code in two
 * processes can differ by 20 %. V8 keeps optimizing for two or three seconds, so each sample is
 * warmed up for three. `--short` only shows that everything runs.
 */
import { parseArgs } from 'node:util';
import {
  contestantNames,
  environmentFor,
  faultOf,
  OURS,
  programOf,
  taking,
} from './contestants.js';
import { inTurn } from './in-turn.js';
import { canLoad, prepareLoad } from './load.js';
import { installPeers } from './peers.js';
import { sampleOf } from './sample.js';
import { startServer } from './server-process.js';
import { printTable } from './table.js';
import { workloads } from './workloads.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    workloads: { type: 'string', default: Object.keys(workloads).join() },
    contestants: { type: 'string' },
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '1' },
    warm: { type: 'string', default: '3' },
    connections: { type: 'string', default: '64' },
    short: { type: 'boolean', default: false },
  },
});
const settings = {
  names: (values.contestants ?? (values.short ? OURS : contestantNames()).join()).split(','),
  rounds: values.short ? 1 : Number(values.rounds),
  seconds: values.short ? 1 : Number(values.seconds),
  warm: values.short ? 0 : Number(values.warm),
  connections: Number(values.connections),
};

if (settings.names.some((name) => !OURS.includes(name) && !name.includes('/'))) installPeers();
let wrong = 0;
for (const letter of (positionals[0] ?? values.workloads).split(',').flatMap(variantsOf)) {
  wrong += await runWorkload(letter);
}
process.exitCode = wrong === 0 ? 0 : 1;

function variantsOf(name) {
  const keys = Object.keys(workloads).filter((key) => key === name || key.startsWith(`${name}-`));
  if (keys.length === 0) throw new Error(`unknown workload ${name}`);
  return keys;
}

/** @returns how many contestants sent wrong responses */
async function runWorkload(letter) {
  const workload = workloads[letter];
  const env = environmentFor(workload);
  const equal = [];
  let faults = 0;
  for (const name of taking(settings.names, letter, workload)) {
    const fault = await faultOf(name, workload);
    if (fault === '') equal.push(name);
    else {
      faults++;
      console.error(`${letter} ${name}: ${fault}`);
    }
  }
  if (!canLoad()) {
    console.log(`${letter}: ${equal.join(', ')} answer; nothing is timed without wrk`);
    return faults;
  }
  const load = prepareLoad(workload, settings.connections);
  const samples = await inTurn(equal, settings.rounds, async (name) =>
    sampleOf(await startServer(programOf(name, workload), env), load, settings),
  );
  load.remove();
  for (const [name, taken] of samples) {
    const fault = taken.map((sample) => statusFault(sample, workload)).find(Boolean);
    if (fault === undefined) continue;
    faults++;
    samples.delete(name);
    console.error(`${letter} ${name}: ${fault}`);
  }
  printTable(`${letter}: ${workload.title}`, samples, OURS);
  return faults;
}

/** @returns `''`, or how the statuses of the measured responses differ from the checked one */
function statusFault({ requests, refused }, { checks: [{ status = 200 }] }) {
  const wanted = status < 400 ? 0 : requests;
  return refused === wanted ? '' : `${refused} of ${requests} timed responses were errors`;
}
