import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A Redis or Valkey server of a test alone, which can be stopped and started again with its data. */
export interface OwnRedis {
  readonly url: string;
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** The program of the server; `undefined` if none is installed. */
export const redisProgram: string | undefined = ['valkey-server', 'redis-server'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
);

/** @param port one that is free */
export async function ownRedis(port: number): Promise<OwnRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'library-redis-'));
  const settings = { bind: '127.0.0.1', port, dir: folder, save: '', appendonly: 'yes' };
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const words = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const server = spawn(redisProgram ?? '', words, { stdio: ['ignore', 'pipe', 'inherit'] });
    child = server;
    let printed = '';
    for await (const chunk of server.stdout) {
      printed += String(chunk);
      if (printed.includes('Ready to accept connections')) break;
      if (server.exitCode !== null) throw new Error(`Redis does not start:\n${printed}`);
    }
  };
  const stop = async (): Promise<void> => {
    const ended = once(child as ChildProcess, 'close');
    child?.kill('SIGTERM');
    await ended;
  };
  await start();
  return {
    ...{ url: `redis://127.0.0.1:${port}`, start, stop },
    close: async () => {
      if (child?.exitCode === null) await stop();
      await rm(folder, { recursive: true });
    },
  };
}
