import { type ChildProcess, spawn } from 'node:child_process';
import { fromBuild } from './from-source.js';
import { PROCESS_PATIENCE, waitForEvent } from './wait-for.js';

/** A server program in its own process. */
export interface ServerProcess {
  /** The first line that the program printed. */
  readonly url: string;
  readonly child: ChildProcess;
}

/**
 * Starts a program that prints its URL once it serves; the test kills it.
 *
 * @param program TypeScript, run from source, with the packages as they are built if that is current
 * @throws {Error} if it ends, or prints nothing in time; it is killed then
 */
export async function startServer(
  program: URL,
  env: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, fromBuild(program), {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '', ...env },
  });
  const printed = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      resolve(chunk.toString().trim());
    });
    child.on('exit', (code) => {
      reject(new Error(`${program.pathname} ended with ${code}`));
    });
  });
  try {
    const url = await waitForEvent('the URL of a server that starts', printed, PROCESS_PATIENCE);
    return { url, child };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}
