/** Executes the container file of a project on this machine: its stages become folders. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { runIn } from './project.js';
import { requestServed } from './requested.js';

const INSTRUCTION = /^(FROM|WORKDIR|COPY|RUN|ENV|CMD) (.+)$/gm;

/**
 * Builds the content of the container, starts it, and requests its first page.
 *
 * @param {string} project its folder
 * @param {NodeJS.ProcessEnv} env
 * @param {boolean} takesBuilt moves what the project has installed and built into the container, instead of doing it again
 * @returns {Promise<string | null>} what went wrong
 */
export async function runContainerFile(project, env, takesBuilt) {
  const text = readFileSync(join(project, 'Dockerfile'), 'utf8');
  const stages = new Map();
  let stage = null;
  for (const [, instruction, rest] of text.matchAll(INSTRUCTION)) {
    if (instruction === 'FROM') stage = newStage(rest, stages, project);
    if (instruction === 'COPY') copyInto(stage, rest.split(' '), stages, project);
    if (instruction === 'ENV') Object.assign(stage.env, variablesOf(rest));
    if (instruction === 'CMD') stage.command = JSON.parse(rest);
    if (instruction === 'RUN') {
      const command = takesBuilt ? moved(rest, project) : rest;
      const args = ['-c', command];
      const { status, stdout, stderr } = await runIn('sh', args, stage.folder, env, 300_000);
      if (status !== 0) return `RUN ${rest} failed: ${`${stdout}${stderr}`.slice(-2000)}`;
    }
  }
  const [program, ...args] = stage.command;
  return requestServed(program, args, stage.folder, { ...env, ...stage.env });
}

/** The command with what `npm ci` installs and `npm run build` writes taken from the project. */
function moved(command, project) {
  return command
    .replace('npm ci', `mv '${join(project, 'node_modules')}' .`)
    .replace('npm run build', `mv '${join(project, 'dist')}' .`);
}

function newStage(rest, stages, project) {
  const folder = mkdtempSync(join(dirname(project), `${basename(project)}-stage-`));
  const stage = { folder, env: {}, command: [] };
  stages.set(/ AS (\w+)$/.exec(rest)?.[1] ?? '', stage);
  return stage;
}

function copyInto(stage, words, stages, project) {
  const from = words[0].startsWith('--from=') ? words.shift().slice('--from='.length) : null;
  const base = from === null ? project : stages.get(from).folder;
  const target = join(stage.folder, words.pop());
  for (const word of words) {
    const path = word.replace(/^\/app\//, '');
    for (const name of namesLike(base, path)) {
      const isFolderTarget = target.endsWith('/');
      mkdirSync(isFolderTarget ? target : dirname(target), { recursive: true });
      cpSync(join(base, name), isFolderTarget ? join(target, name) : target, { recursive: true });
    }
  }
}

/** The names in a folder that match a pattern with `*`. */
function namesLike(folder, pattern) {
  const [before, after] = pattern.split('*');
  if (after === undefined) return [pattern];
  return readdirSync(folder).filter((name) => name.startsWith(before) && name.endsWith(after));
}

function variablesOf(text) {
  return Object.fromEntries(text.split(' ').map((pair) => pair.split('=')));
}
