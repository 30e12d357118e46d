/** The contestants, and whether each does the work of a workload. */
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { logFile } from './log-file.js';
import { startServer } from './server-process.js';
import { verify } from './verify.js';

/** Contestants without third-party dependencies. */
export const OURS = ['mortise', 'mortise-readme', 'mortise-a', 'adapter'];
/**
 * The workloads of contestants that do not take part in all: the server without a framework has no router and no parser,
 * variant A is compared on two, and Express only where programs of their own are.
 */
const PARTLY = { adapter: 'abcefhj', 'mortise-a': 'ab', express: '' };

/** Ratios are to the first one of a workload. */
const ORDER = ['raw', ...OURS, 'fastify'];

/** All of them, `raw` first. @throws if `CONTESTANTS.md` does not describe one */
export function contestantNames() {
  const files = readdirSync(new URL('contestants/', import.meta.url));
  const written = files.filter((file) => file.endsWith('.js')).map((file) => file.slice(0, -3));
  const names = [...written, 'express'];
  const page = readFileSync(new URL('CONTESTANTS.md', import.meta.url), 'utf8');
  const unknown = names.filter((name) => !page.includes(`\n| \`${name}\` |`));
  if (unknown.length > 0) throw new Error(`CONTESTANTS.md does not describe ${unknown.join(', ')}`);
  const rest = names.filter((name) => !ORDER.includes(name));
  return [...ORDER.filter((name) => names.includes(name)), ...rest];
}

/**
 * Those of the names that take part in a workload. One with programs of its own has the contestants of their folder,
 * ours last; a name that is the path of a program takes part in none of these.
 */
export function taking(names, letter, { programs }) {
  if (programs === undefined) {
    return names.filter((name) => PARTLY[name]?.includes(letter) ?? true);
  }
  const folder = readdirSync(new URL(`contestants/${programs}/`, import.meta.url));
  // A framework can have several, such as fastify and fastify-zod.
  const present = names.flatMap((name) =>
    folder
      .filter((file) => file === `${name}.js` || file.startsWith(`${name}-`))
      .map((file) => file.slice(0, -3)),
  );
  return present.toSorted((a, b) => OURS.includes(a) - OURS.includes(b));
}

/** What `startServer` takes for a contestant in a workload. */
export function programOf(name, { programs }) {
  if (programs === undefined) return name;
  return fileURLToPath(new URL(`contestants/${programs}/${name}.js`, import.meta.url));
}

/** The variables of a contestant's process for a workload. */
export function environmentFor(workload) {
  return {
    WITH_TABLE: workload.paths === undefined ? '0' : '1',
    ...(workload.log === true && { LOG_FILE: logFile() }),
  };
}

/** @returns `''`, or how the responses of a contestant, or what they use, differ from the others */
export async function faultOf(name, workload) {
  const { checks, login, notes = [] } = workload;
  try {
    const server = await startServer(programOf(name, workload), {
      ...environmentFor(workload),
      NOTES: '1',
    });
    const fault = await verify(server.port, checks, login);
    await server.stop();
    if (fault !== '') return fault;
    const wanted = checks.flatMap(() => notes).join();
    const noted = server.notes().join();
    return noted === wanted ? '' : `used "${noted}" of the contract, not "${wanted}"`;
  } catch (error) {
    return error.message;
  }
}
