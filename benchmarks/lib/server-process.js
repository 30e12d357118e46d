/** A contestant in its own process, bound to one core unless others are named. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { freePort } from '../../tooling/setup/free-port.js';
import { ask } from './ask.js';

const TICK = 10_000; // microseconds of CPU time in a tick of /proc
const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

/**
 * Starts a program that serves on `PORT`, and waits until it responds.
 *
 * @param {string} name the path of its file, or its name where there is a `command`
 * @param {object} [options]
 * @param {object} [options.env] its variables
 * @param {string[]} [options.command] that runs it, instead of this Node
 * @param {string} [options.cores] that it may use, as `taskset` writes them
 * @param {(port: number) => Promise<unknown>} [options.responds] rejects until it does
 */
export async function startServer(
  name,
  { env, command = [process.execPath, name], cores = '0', responds = responding } = {},
) {
  const port = await freePort();
  const child = spawn('taskset', ['-c', cores, ...command], {
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  running.add(child);
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr = `${stderr}${chunk}`.slice(-2_000);
  });
  child.once('exit', () => running.delete(child));
  const server = {
    port,
    /** Microseconds of CPU time spent so far, by all its threads and by its workers. */
    cpuTime: () => familyOf(child.pid).reduce((sum, pid) => sum + cpuTicks(pid), 0) * TICK,
    /** The maximum memory it ever used, in MiB. */
    peakMemory: () => mebibytes(child.pid, 'VmHWM'),
    /** The memory it uses now, in MiB. */
    memory: () => mebibytes(child.pid, 'VmRSS'),
    stop: async () => {
      if (child.exitCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'close');
    },
    /** The records of the contract; complete once the server has stopped. */
    notes: () => [...stderr.matchAll(/^note (.*)$/gm)].map(([, what]) => what),
  };
  for (let attempt = 0; attempt < 300; attempt++) {
    if (child.exitCode !== null) throw new Error(`${name} did not start: ${stderr}`);
    if ((await responds(port).catch(() => null)) !== null) return server;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await server.stop();
  throw new Error(`${name} does not answer: ${stderr}`);
}

function responding(port) {
  return ask(port, { path: '/' });
}

/** A process and those that it started. */
function familyOf(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? [];
  return [pid, ...children];
}

function cpuTicks(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]); // user and system
}

function mebibytes(pid, fact) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const [, kibibytes] = new RegExp(`${fact}:\\s+(\\d+)`).exec(status) ?? [];
  return Number(kibibytes) / 1024;
}
