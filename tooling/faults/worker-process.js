import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const WORKER = fileURLToPath(new URL('worker.js', import.meta.url));
const LOADER = new URL('../loader/register.js', import.meta.url).href;

/** The processes that run now; they end with this one. */
const running = new Set();
process.on('exit', () => {
  for (const pid of running) endGroup(pid);
});

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
    const child = (this.#child ??= this.#start());
    const answer = await new Promise((resolve) => {
      const timer = setTimeout(() => this.end(), limit);
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
    const pid = this.#child?.pid;
    this.#child = undefined;
    if (pid === undefined) return;
    running.delete(pid);
    endGroup(pid);
  }

  #start() {
    const child = fork(WORKER, [], {
      execArgv: ['--conditions=@mortise/source', '--max-old-space-size=1500', '--import', LOADER],
      // A group of its own: programs that a test started end with it.
      detached: true,
      env: { ...process.env, ...this.#env },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    if (child.pid !== undefined) running.add(child.pid);
    return child;
  }
}

/** Does nothing if all of its processes have ended. */
function endGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
