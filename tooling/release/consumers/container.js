/** Executes the container file of a project on this machine: its stages become folders. */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { runIn } from './project.js';

const INSTRUCTION = /^(FROM|WORKDIR|COPY|RUN|ENV|CMD) (.+)$/gm;
const START_TIMEOUT = 20_000;

/**
 * Builds the content of the container, starts it, and requests its first page.
 *
 * @returns {Promise<string | null>} what went wrong
 */
export async function runContainerFile(project, env) {
  const text = readFileSync(join(project, 'Dockerfile'), 'utf8');
  const stages = new Map();
  let stage = null;
  for (const [, instruction, rest] of text.matchAll(INSTRUCTION)) {
    if (instruction === 'FROM') stage = newStage(rest, stages, project);
    if (instruction === 'COPY') copyInto(stage, rest.split(' '), stages, project);
    if (instruction === 'ENV') Object.assign(stage.env, variablesOf(rest));
    if (instruction === 'CMD') stage.command = JSON.parse(rest);
    if (instruction === 'RUN') {
      const { status, stdout, stderr } = runIn('sh', ['-c', rest], stage.folder, env, 300_000);
      if (status !== 0) return `RUN ${rest} failed: ${`${stdout}${stderr}`.slice(-2000)}`;
    }
  }
  return start(stage, env);
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

function start({ folder, env: own, command: [program, ...args] }, env) {
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...env, ...own, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise((resolve) => {
    let printed = '';
    let requested = false;
    const timer = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT);
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve(requested && code === 0 ? null : `${args.join(' ')} ended with ${code}: ${printed}`);
    });
    const read = (chunk) => {
      printed += chunk;
      const port = /listening on http:\/\/[^\s]+:(\d+)/.exec(printed)?.[1];
      if (port === undefined || requested) return;
      requested = true;
      fetch(`http://127.0.0.1:${port}/`)
        .then((response) => response.text())
        .catch((error) => resolve(`the first request failed: ${error.message}`))
        .finally(() => child.kill('SIGTERM'));
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
  });
}
