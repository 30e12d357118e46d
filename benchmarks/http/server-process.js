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
export function ask(port, { method = 'GET', path, headers = {}, body }) {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const options = { host: '127.0.0.1', port, method, path, agent: false, timeout: 20_000 };
    const outgoing = request({ ...options, headers: { ...headers, ...length } }, (incoming) => {
      const chunks = [];
      incoming.on('data', (chunk) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const { statusCode: status, headers: fields, rawHeaders } = incoming;
        const names = rawHeaders.filter((_, at) => at % 2 === 0);
        const type = fields['content-type'] ?? '';
        const cookies = fields['set-cookie'] ?? [];
        const body = Buffer.concat(chunks);
        resolve({ status, type, headers: fields, names, cookies, body });
      });
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in 20 s')));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
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
