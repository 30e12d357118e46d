/** Starts a built project as its container file does, on this machine: with what its last stage copies, and nothing else. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runIn } from './project.js';
import { requestServed } from './requested.js';

const COPIED = /^COPY (?:--from=build \/app\/)?(\S+)/gm;
const ENV = /^ENV (.+)$/m;
const CMD = /^CMD (.+)$/m;

/**
 * Removes what the container does not have, starts the project, and requests its first page.
 *
 * @param {string} project its folder, with the result of its build
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string | null>} what went wrong
 */
export async function startAsContainer(project, env) {
  const [stage] = readFileSync(join(project, 'Dockerfile'), 'utf8')
    .split(/^FROM /m)
    .slice(-1);
  const { status, stderr } = await runIn('npm', ['prune', '--omit=dev'], project, env, 300_000);
  if (status !== 0) return `npm prune failed: ${stderr.slice(-2000)}`;
  const copied = [...stage.matchAll(COPIED)].map(([, name]) => name);
  for (const name of readdirSync(project))
    if (!copied.includes(name)) rmSync(join(project, name), { recursive: true });
  const variables = ENV.exec(stage)[1].split(' ');
  const own = Object.fromEntries(variables.map((variable) => variable.split('=')));
  const [program, ...args] = JSON.parse(CMD.exec(stage)[1]);
  return requestServed(program, args, project, { ...env, ...own });
}
