import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const WORKER = fileURLToPath(new URL('worker.js', import.meta.url));
const PRELOADED = ['../loader/register.js', './register.js'].flatMap((file) => [
  '--import',
  new URL(file, import.meta.url).href,
]);

/** A process that runs tests with faults; it is replaced when a fault made it hang, or left it in a bad state. */
export class WorkerProcess {
  #env;
  #child;

  /** @param env names of its files */
  constructor(env) {
    this.#env = env;
  }

  /**
   * @param limit milliseconds after which the process is ended
   * @returns what the worker answers, or `undefined` if it ended or was ended
   */
  async ask(message, limit) {
    const child = (this.#child ??= fork(WORKER, [], {
      execArgv: ['--conditions=@mortise/source', '--max-old-space-size=1500', ...PRELOADED],
      env: { ...process.env, ...this.#env },
      stdio: ['ignore', 'ignore', process.env.MORTISE_FAULTS_DEBUG ? 'inherit' : 'ignore', 'ipc'],
    }));
    const answer = await new Promise((resolve) => {
      const timer = setTimeout(() => child.kill('SIGKILL'), limit);
      const end = (value) => {
        clearTimeout(timer);
        child.removeAllListeners();
        resolve(value);
      };
      child.once('message', end);
      child.once('exit', () => end(undefined));
      child.once('error', () => end(undefined));
      child.send(message, () => undefined);
    });
    if (answer === undefined || answer.dirty) this.end();
    return answer;
  }

  end() {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }
}
