import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folder, programOf } from './program.js';

/** A program in a process of its own, and its whole output. */
export interface Program {
  readonly child: ChildProcess;
  readonly printed: () => string;
}

/** Milliseconds for each action of a program, which compiles its sources first. */
const PATIENCE = 60_000;

/** Programs of the library on one embedded database, whose folder is removed with `close`. */
export class Programs {
  /** The folder of the database. */
  readonly data: string;
  readonly #children: ChildProcess[] = [];

  private constructor(data: string) {
    this.data = data;
  }

  static async open(): Promise<Programs> {
    return new Programs(await mkdtemp(join(tmpdir(), 'library-')));
  }

  /** Starts the library like `npm start` does. */
  start(port = '0', variables: Record<string, string> = {}): Program {
    // PostgreSQL is compiled once, without optimizing it.
    return this.#spawn(['--liftoff-only', ...programOf('main')], { PORT: port, ...variables });
  }

  /** Starts the command line. */
  command(url: string, ...words: readonly string[]): Program {
    return this.#spawn([...programOf('command-line'), ...words], { LIBRARY_URL: url });
  }

  async close(): Promise<void> {
    for (const child of this.#children) child.kill('SIGKILL');
    await rm(this.data, { recursive: true, force: true });
  }

  #spawn(words: readonly string[], variables: Record<string, string>): Program {
    const env: NodeJS.ProcessEnv = { ...process.env, NODE_OPTIONS: '', LIBRARY_DATA: this.data };
    delete env['DATABASE_URL'];
    delete env['REDIS_URL'];
    const program = startProgram(words, { ...env, ...variables });
    this.#children.push(program.child);
    return program;
  }
}

/** @param words that Node starts it with, in the folder of the library */
export function startProgram(words: readonly string[], env: NodeJS.ProcessEnv): Program {
  const child = spawn(process.execPath, words, { cwd: folder, env });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  }
  return { child, printed: () => text };
}

/** @returns the address that a library prints */
export async function address(program: Program): Promise<string> {
  await printed(program, /http:\/\/\S+\d/);
  return /http:\/\/\S+\d/.exec(program.printed())?.[0] ?? '';
}

/** Waits until a program has printed something. @throws {Error} if it ends before */
export async function printed(program: Program, wanted: RegExp): Promise<void> {
  await until(program, `print ${String(wanted)}`, () => wanted.test(program.printed()));
}

/** Waits for something that a program does. @throws {Error} with its output, if it ends before or takes too long */
export async function until(
  { child, printed: text }: Program,
  deed: string,
  isDone: () => boolean | Promise<boolean>,
): Promise<void> {
  const end = performance.now() + PATIENCE;
  while (!(await isDone())) {
    if (child.exitCode !== null || performance.now() > end) {
      throw new Error(`it does not ${deed}:\n${text()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** @returns the exit code; `null` if a signal ended it */
export async function ended({ child }: Program): Promise<number | null> {
  const patience = setTimeout(() => child.emit('error', new Error('it does not end')), PATIENCE);
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return code;
  } finally {
    clearTimeout(patience);
  }
}

/** Ends a program as Ctrl-C does. @returns its exit code */
export function interrupt(program: Program): Promise<number | null> {
  program.child.kill('SIGINT');
  return ended(program);
}
