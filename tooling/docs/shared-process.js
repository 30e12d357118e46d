/** A process in which programs run one after another, see `one-after-another.js`. */
import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const RUNNER = fileURLToPath(new URL('one-after-another.js', import.meta.url));

/** Starts a process with the first program, and another one after a program that ended or hung it. */
export class SharedProcess {
  #env;
  #timeout;
  #words;
  #child = null;

  /**
   * @param {NodeJS.ProcessEnv} env
   * @param {number} timeout milliseconds after which a program that has not ended is killed, with its process
   * @param {(program: string) => readonly string[]} words with which Node runs a program
   */
  constructor(env, timeout, words = (program) => [program]) {
    this.#env = env;
    this.#timeout = timeout;
    this.#words = words;
  }

  /**
   * Runs a program. Programs run one at a time: the caller waits for each.
   *
   * @param {string} file absolute
   * @param {string} folder that is current meanwhile
   * @returns {Promise<{ status: number | null, stdout: string, stderr: string }>} the status is 0 if the program ended and
   *   left nothing open, `null` if it was killed
   */
  async run(file, folder = dirname(file)) {
    const child = (this.#child ??= this.#start());
    const printed = { stdout: '', stderr: '' };
    const hanging = setTimeout(() => child.kill('SIGKILL'), this.#timeout);
    const status = await new Promise((resolve) => {
      for (const name of ['stdout', 'stderr']) {
        child[name].removeAllListeners('data').on('data', (chunk) => {
          printed[name] += chunk;
          if (Object.values(printed).every((text) => text.includes('\0'))) resolve(0);
        });
      }
      child.removeAllListeners('close').once('close', (code) => {
        this.#child = null;
        resolve(code);
      });
      child.send({ file, folder });
    });
    clearTimeout(hanging);
    const [stdout, stderr] = Object.values(printed).map((text) => text.split('\0', 1)[0]);
    return { status, stdout, stderr };
  }

  /** Ends the process, if there is one. */
  stop() {
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }

  #start() {
    const stdio = ['ignore', 'pipe', 'pipe', 'ipc'];
    // PostgreSQL, which two examples embed, is compiled once, without optimizing it.
    const words = ['--liftoff-only', ...this.#words(RUNNER)];
    const child = spawn(process.execPath, words, { env: this.#env, stdio });
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8');
    return child;
  }
}
