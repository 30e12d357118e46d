import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { nginxConfiguration } from './operation/nginx.js';
import { settingsFrom } from './settings.js';

const children: ChildProcess[] = [];
const stopping = new AbortController();

function stop(): void {
  stopping.abort();
  for (const child of children) child.kill('SIGTERM');
}

/** Runs two processes of the library behind nginx, on one PostgreSQL, and one Redis if it is set, until it is interrupted. */
async function main(): Promise<void> {
  const settings = settingsFrom({ PORT: '8080', ...process.env });
  const { port, metricsPort, databaseUrl, dataFolder, processPorts: ports } = settings;
  if (databaseUrl === null)
    throw new Error('The processes need a shared PostgreSQL: set DATABASE_URL.');
  for (const [index, each] of ports.entries()) {
    await startProcess(each, metricsPort === 0 ? 0 : metricsPort + index);
  }
  await mkdir(dataFolder, { recursive: true });
  await writeFile(`${dataFolder}/nginx.conf`, nginxConfiguration(port, ports));
  const nginx = start('nginx', ['-p', dataFolder, '-c', 'nginx.conf', '-e', 'stderr'], {
    PATH: `${process.env['PATH'] ?? ''}:/usr/sbin`,
  });
  nginx.stdout?.pipe(process.stdout);
  await once(nginx, 'spawn');
  console.log(
    `The library is running at http://127.0.0.1:${port} (${ports.length} processes behind nginx)`,
  );
  await Promise.race(children.map((child) => once(child, 'exit')));
  if (!stopping.signal.aborted)
    throw new Error('One of the processes has exited, so the others were stopped.');
}

/** Starts a program that ends with this one. */
function start(
  command: string,
  words: readonly string[],
  variables: NodeJS.ProcessEnv,
): ChildProcess {
  if (stopping.signal.aborted) throw new Error('The library was stopped during startup.');
  const child = spawn(command, words, {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return child;
}

/** Starts a process of the library, and prints what it logs from then on. @returns once it has printed its address */
async function startProcess(port: number, metricsPort: number): Promise<void> {
  const child = start(process.execPath, [...process.execArgv, mainFile()], {
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    PROXIES: '127.0.0.1',
  });
  let printed = '';
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => {
      reject(new Error(`the process for port ${port} exited with ${String(code)}`));
    });
    const read = (chunk: Buffer): void => {
      printed += chunk.toString();
      if (!printed.includes('is running at')) return;
      child.stdout?.off('data', read).pipe(process.stdout);
      resolve();
    };
    child.stdout?.on('data', read);
  });
}

function mainFile(): string {
  return fileURLToPath(new URL('main.ts', import.meta.url));
}

process.once('SIGINT', stop).once('SIGTERM', stop);
try {
  await main();
} catch (error) {
  // Whatever fails because the library is being stopped is no mistake.
  if (!stopping.signal.aborted) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
} finally {
  stop();
}
