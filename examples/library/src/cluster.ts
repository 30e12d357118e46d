import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { nginxConfiguration } from './operation/nginx.js';
import { settingsFrom } from './settings.js';

/** Runs two processes of the library behind nginx, on one PostgreSQL, and one Redis if it is set, until it is interrupted. */
async function main(): Promise<void> {
  const settings = settingsFrom({ PORT: '8080', ...process.env });
  const { port, databaseUrl, dataFolder, processPorts: ports } = settings;
  if (databaseUrl === null) throw new Error('Processes share PostgreSQL: set DATABASE_URL.');
  const children: ChildProcess[] = [];
  const stop = (): void => {
    for (const child of children) child.kill('SIGTERM');
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    for (const each of ports) children.push(await startProcess(each));
    await mkdir(dataFolder, { recursive: true });
    await writeFile(`${dataFolder}/nginx.conf`, nginxConfiguration(port, ports));
    const nginx = spawn('nginx', ['-p', dataFolder, '-c', 'nginx.conf', '-e', 'stderr'], {
      env: { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` },
      stdio: 'inherit',
    });
    children.push(nginx);
    await once(nginx, 'spawn');
    console.log(
      `The library is open: http://127.0.0.1:${port} (${ports.length} processes behind nginx)`,
    );
    await Promise.race(children.map((child) => once(child, 'exit')));
  } finally {
    stop();
  }
}

/** @returns once it has printed that it is open */
async function startProcess(port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...process.execArgv, mainFile()], {
    env: { ...process.env, PORT: String(port), PROXIES: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => {
      reject(new Error(`the process for port ${port} ended with ${String(code)}`));
    });
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('is open')) resolve();
    });
  });
  return child;
}

function mainFile(): string {
  return fileURLToPath(new URL('main.ts', import.meta.url));
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
