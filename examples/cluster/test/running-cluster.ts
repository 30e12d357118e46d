import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { waitFor } from './waiting.js';

/** What stands before the processes, with the configuration of the example. */
export type ProxyName = 'nginx' | 'haproxy';

const PROXIES: Readonly<
  Record<ProxyName, readonly [file: string, version: string, ...run: string[]]>
> = {
  nginx: ['nginx.conf', '-v', '-e', 'stderr', '-c'],
  haproxy: ['haproxy.cfg', '-v', '-f'],
};
const FOLDER = fileURLToPath(new URL('..', import.meta.url));
const FROM_SOURCE = [
  ...(process.env['MORTISE_BUILT'] === '1' ? [] : ['--conditions=@mortise/source']),
  '--import',
  '../../tooling/loader/register.js',
];

/** Processes of the example behind a proxy, with a schema and a prefix that no other test uses. */
export interface RunningCluster {
  /** The URL of the proxy. */
  readonly url: string;

  /** Stops one process as a deployment does, and starts another on its port once it has ended. */
  restart(index: number): Promise<void>;

  /** Kills one process with SIGKILL, as the system does when the memory is used up. Nothing replaces it. */
  kill(index: number): Promise<void>;

  /** Stops one process as a deployment does. Nothing replaces it. */
  stop(index: number): Promise<void>;

  /** From now on, PostgreSQL does not respond to queries of the notes. */
  blockNotes(): Promise<void>;
  close(): Promise<void>;
}

/** @returns whether the proxy is installed */
export function hasProxy(name: ProxyName): boolean {
  try {
    execFileSync(programOf(name), [PROXIES[name][1]], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Where the services are, and the milliseconds to wait for them: by default many, because the machine may be busy. */
interface ClusterServices {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly timeout?: number;
}

/** Starts `size` processes, and a proxy with the configuration of the example on other ports. */
export async function runCluster(
  proxyName: ProxyName,
  size: number,
  { databaseUrl, redisUrl, timeout = 30_000 }: ClusterServices,
): Promise<RunningCluster> {
  const schema = `cluster_${crypto.randomUUID().replaceAll('-', '')}`;
  const folder = mkdtempSync(join(tmpdir(), 'cluster-'));
  const [proxyPort = 0, ...ports] = await freePorts(size + 1);
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  await database.query(`CREATE SCHEMA ${schema}`);

  const own = new URL(databaseUrl);
  own.searchParams.set('options', `-c search_path=${schema}`);
  const start = (port: number) =>
    startProcess({
      ...{ PORT: String(port), HOST: '127.0.0.1', PROXIES: '127.0.0.1', POOL_SIZE: '4' },
      ...{ DATABASE_URL: own.href, REDIS_URL: redisUrl, REDIS_PREFIX: `${schema}:` },
      TIMEOUT: String(timeout),
    });
  const processes: ChildProcess[] = [];
  const processAt = (index: number): ChildProcess => {
    const found = processes[index];
    if (found === undefined) throw new RangeError(`there is no process ${index}`);
    return found;
  };
  let proxy: ChildProcess | undefined;
  const close = async () => {
    const children = [...processes, ...(proxy ? [proxy] : [])];
    await Promise.all(children.map((child) => stop(child)));
    await database.query('ROLLBACK'); // of `blockNotes`
    await database.query(`DROP SCHEMA ${schema} CASCADE`);
    await database.end();
    rmSync(folder, { recursive: true });
  };

  try {
    processes.push(...(await Promise.all(ports.map(start))));
    proxy = startProxy(proxyName, folder, proxyPort, ports);
    const url = `http://127.0.0.1:${proxyPort}`;
    await waitFor(() =>
      fetch(`${url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    return {
      url,
      kill: (index) => stop(processAt(index), 'SIGKILL'),
      stop: (index) => stop(processAt(index)),
      blockNotes: async () => {
        await database.query('BEGIN');
        await database.query(`LOCK TABLE ${schema}.notes IN ACCESS EXCLUSIVE MODE`);
      },
      restart: async (index) => {
        await stop(processAt(index));
        processes[index] = await start(Number(ports[index]));
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @returns once it has printed its URL */
async function startProcess(env: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...FROM_SOURCE, 'src/main.ts'], {
    ...{ cwd: FOLDER, env: { ...process.env, NODE_OPTIONS: '', ...env } },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the process ended with ${String(code)}`);
  });
  ended.catch(() => undefined);
  await Promise.race([once(child.stdout, 'data'), ended]);
  return child;
}

async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

const programOf = (name: ProxyName): string => `/usr/sbin/${name}`;

/** Its temporary files are in the folder, which is nginx's prefix. */
function startProxy(
  name: ProxyName,
  folder: string,
  port: number,
  ports: readonly number[],
): ChildProcess {
  const [file, , ...run] = PROXIES[name];
  const server = /^ *server (?:\w+ )?127\.0\.0\.1:(300\d).*\n/gm;
  const configuration = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
    .replace('127.0.0.1:8080', `127.0.0.1:${port}`)
    .replace(server, (line: string, number: string) => {
      const own = ports[Number(number) - 3001];
      return own === undefined ? '' : line.replace(number, String(own));
    });
  writeFileSync(join(folder, file), configuration);
  const prefix = name === 'nginx' ? ['-p', folder] : [];
  return spawn(programOf(name), [...prefix, ...run, join(folder, file)], { stdio: 'ignore' });
}

/** Ports of which no other worker of the tests takes any, so that two do not find the same one free at the same time. */
const COUNT = 1_500;
const FIRST = 20_000 + COUNT * (Number(process.env['JEST_WORKER_ID'] ?? 0) % 8);

/**
 * Ports below those that Linux gives to connections, and to servers that ask for no port (from 32768): nothing takes one before
 * a process listens there, or while it is replaced.
 */
async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    const port = FIRST + randomInt(COUNT);
    if (!ports.includes(port) && (await isFree(port))) ports.push(port);
  }
  return ports;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
