import { type ChildProcess, spawn } from 'node:child_process';

const children: ChildProcess[] = [];

/**
 * A program of this folder in a process of its own, run from the sources.
 *
 * @param options of Node
 */
export function spawned(
  program: string,
  env: Readonly<Record<string, string>> = {},
  options: readonly string[] = [],
) {
  const root = new URL('../../../', import.meta.url);
  const child = spawn(
    process.execPath,
    [
      ...options,
      '--conditions=@mortise/source',
      '--import',
      new URL('tooling/loader/register.js', root).href,
      new URL(`packages/node/test/${program}`, root).pathname,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } },
  );
  children.push(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output };
}

/** Ends every process that {@link spawned} began. */
export function endSpawned(): void {
  for (const child of children.splice(0)) child.kill('SIGKILL');
}
