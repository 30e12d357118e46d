import { type ChildProcess, spawn } from 'node:child_process';
import { fromBuild } from '../../../tooling/testing/from-source.js';

const children: ChildProcess[] = [];

/**
 * A program of this folder in a process of its own: this package from its sources, others as they are built if that is current.
 *
 * @param options of Node
 */
export function spawned(
  program: string,
  env: Readonly<Record<string, string>> = {},
  options: readonly string[] = [],
) {
  const args = fromBuild(new URL(program, import.meta.url));
  const child = spawn(process.execPath, [...options, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  children.push(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output };
}

/** Ends every process that {@link spawned} began. */
export function endSpawned(): void {
  for (const child of children.splice(0)) child.kill('SIGKILL');
}
