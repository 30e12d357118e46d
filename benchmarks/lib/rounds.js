/** Samples in rounds, each of which can be a process of its own. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Samples of contestants that take turns; each round begins with the next one, so that other load affects all alike.
 *
 * @template Sample
 * @param {string[]} names
 * @param {number} rounds
 * @param {(name: string) => Sample | Promise<Sample>} sample
 * @returns {Promise<Map<string, Sample[]>>} by name, each in the order of the rounds
 */
export async function inTurn(names, rounds, sample) {
  const samples = new Map(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    const at = round % names.length;
    for (const name of [...names.slice(at), ...names.slice(0, at)])
      samples.get(name).push(await sample(name));
  }
  return samples;
}

/**
 * Runs a program of Node to its end.
 *
 * @param {string[]} command flags of Node, the path of the program, its arguments
 * @param {{ core?: string }} [place] the core that it is bound to
 * @returns {Promise<any>} what it printed, as JSON
 * @throws {Error} with what it wrote to standard error, if it fails
 */
export async function resultOf(command, { core } = {}) {
  const own = [process.execPath, ...command];
  const [file, ...args] = core === undefined ? own : ['taskset', '-c', core, ...own];
  const env = { ...process.env, NODE_ENV: 'production' };
  const { stdout } = await promisify(execFile)(file, args, { env });
  return JSON.parse(stdout);
}
