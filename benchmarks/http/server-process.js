/** A contestant in its own process, bound to one core unless others are named. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../tooling/setup/free-port.js';

const TICK = 10_000; // microseconds of CPU time in a tick of /proc
const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

/**
 * Starts a contestant, by its name or the path of its file, and waits until it responds.
 *
 * @param {string[]} [command] that runs it, instead of this Node
 * @param {string} [cores] that it may use, as `taskset` writes them
 * @param {(port: number) => Promise<unknown>} [responds] rejects until it does
 */
export async function startServer(
  name,
  env = {},
  command = undefined,
  cores = '0',
  responds = (port) => ask(port, { path: '/' }),
) {
  const port = await freePort();
  const file = name.includes('/')
    ? resolve(name)
    : fileURLToPath(new URL(`contestants/${name}.js`, import.meta.url));
  const child = spawn('taskset', ['-c', cores, ...(command ?? [process.execPath, file])], {
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
    const answered = await responds(port).catch(() => null);
    if (answered !== null) return server;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await server.stop();
  throw new Error(`${name} does not answer: ${stderr}`);
}

/** One request on a new connection. */
export async function ask(port, { method = 'GET', path, headers: sent = {}, body: content }) {
  const length = content === undefined ? {} : { 'content-length': Buffer.byteLength(content) };
  const options = { host: '127.0.0.1', port, method, path, agent: false };
  const signal = AbortSignal.timeout(20_000);
  const outgoing = request({ ...options, signal, headers: { ...sent, ...length } }).end(content);
  const [incoming] = await once(outgoing, 'response');
  const body = Buffer.concat(await incoming.toArray());
  const { statusCode: status, headers } = incoming;
  const { 'content-type': type = '', 'set-cookie': cookies = [] } = headers;
  return { status, type, headers, cookies, body };
}

/** The `Cookie` header of a client that has sent a request, such as that of a login. */
export async function cookieFrom(port, request) {
  const { cookies } = await ask(port, request);
  if (cookies.length === 0) throw new Error(`${request.path} set no cookie`);
  return cookies.map((cookie) => cookie.split(';')[0]).join('; ');
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
