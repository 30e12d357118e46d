/** Servers under the same load: each sample is a new process, and they take turns. */
import { checkerOf } from './check.js';
import { canLoad, prepareLoad } from './load.js';
import { inTurn } from './rounds.js';
import { printRatios } from './ratios.js';
import { startServer } from './server-process.js';

/**
 * @typedef {object} Contest
 * @property {string} title
 * @property {string[]} names of the contestants; ratios are to the first
 * @property {(name: string) => string} program the path of the file of a contestant
 * @property {object} [env] the variables of their processes
 * @property {(name: string) => string[]} [command] that runs a contestant, instead of Node
 * @property {object} request `method`, `path`, `headers`, `body` of the measured request
 * @property {string[]} [paths] requested at random instead of the request's path
 * @property {import('./check.js').Check[]} checks requests, and the wanted responses; the first is that of the measured one
 * @property {(port: number) => Promise<object>} [before] headers that a server has sent before
 * @property {string[]} [notes] the parts of the contract that each check must use: the same source for all
 * @property {number} [connections] if the usual number makes no sense
 * @property {(port: number, seconds: number) => Promise<object>} [run] loads a server, instead of wrk
 * @property {(samples: Map<string, object[]>) => void} [print] the table, instead of that of ratios
 */

/**
 * Compares the responses of all, drops the contestants that differ, measures the others, and prints the results.
 *
 * @param {Contest} contest
 * @param {{ rounds: number, seconds: number, warm: number, connections: number }} settings
 * @returns {Promise<number>} how many contestants sent wrong responses
 */
export async function runContest(contest, settings) {
  const { title, names, request, checks, connections = settings.connections } = contest;
  const faults = new Map();
  const check = checkerOf(checks, contest.before);
  for (const name of names) note(name, await faultOf(contest, name, check));
  const equal = names.filter((name) => !faults.has(name));
  const lacksLoad = contest.run === undefined && !canLoad();
  if (settings.check || lacksLoad) {
    const why = lacksLoad ? ': install wrk' : '';
    console.log(`${title}: ${equal.join(', ')} respond; nothing is timed${why}`);
    return faults.size;
  }
  const load = contest.run === undefined ? prepareLoad(contest, connections) : contest;
  const samples = await inTurn(equal, settings.rounds, async (name) =>
    sampleOf(await start(contest, name), load, settings),
  );
  load.remove?.();
  for (const [name, taken] of samples) {
    note(name, taken.map((sample) => statusFault(sample, checks[0]?.status)).find(Boolean) ?? '');
    if (faults.has(name)) samples.delete(name);
  }
  if (samples.size > 0) (contest.print ?? printRatios)(samples, contest);
  return faults.size;

  function note(name, fault) {
    if (fault === '') return;
    faults.set(name, fault);
    console.error(`${title}, ${request?.path ?? ''} ${name}: ${fault}`);
  }
}

function start({ program, env = {}, command, responds }, name, more = {}) {
  const options = { env: { ...env, ...more }, command: command?.(name), responds };
  return startServer(program(name), options);
}

/** @returns `''`, or how the responses of a contestant, or what they use, differ from the wanted ones */
async function faultOf(contest, name, check) {
  try {
    const server = await start(contest, name, { NOTES: '1' });
    const fault = await check(server.port).finally(() => server.stop());
    if (fault !== '') return fault;
    const wanted = contest.checks.flatMap(() => contest.notes ?? []).join();
    const noted = server.notes().join();
    return noted === wanted ? '' : `used "${noted}" of the contract, not "${wanted}"`;
  } catch (error) {
    return error.message;
  }
}

/**
 * Warms a server up, loads it, and stops it.
 *
 * @param {object} server from `startServer`
 * @param {{ run: Function }} load such as that of `prepareLoad`
 * @returns the result of the load with `cpu` in microseconds per request, `busy` as a share of its core, `rate` in requests
 *   per second, and `memory` at its peak in MiB
 */
export async function sampleOf(server, { run }, { warm, seconds }) {
  if (warm > 0) await run(server.port, warm);
  const before = server.cpuTime();
  const result = await run(server.port, seconds);
  const spent = server.cpuTime() - before;
  const memory = server.peakMemory();
  await server.stop();
  const { requests, microseconds } = result;
  const rate = (requests * 1e6) / microseconds;
  return { ...result, cpu: spent / requests, busy: spent / microseconds, rate, memory };
}

/** @returns `''`, or how the statuses of the measured responses differ from the checked one */
function statusFault({ requests, refused }, status = 200) {
  const wanted = status < 400 ? 0 : requests;
  if (refused === undefined || refused === wanted) return '';
  return `${refused} of ${requests} timed responses were errors`;
}
