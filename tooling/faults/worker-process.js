import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const WORKER = fileURLToPath(new URL('worker.js', import.meta.url));
const LOADER = new URL('../loader/register.js', import.meta.url).href;

/** The processes that run now; they end with this one. */
const running = new Set();
process.on('exit', () => {
  for (const pid of running) endGroup(pid);
});

/**
 * Runs tests in a process of their own, which ends afterwards.
 *
 * @param env names of its files
 * @param limit milliseconds after which the process is ended
 * @returns what the worker answers, or `undefined` if it ended or was ended
 */
export function askWorker(env, message, limit) {
  const child = fork(WORKER, [], {
    execArgv: ['--conditions=@mortise/source', '--max-old-space-size=1500', '--import', LOADER],
    // A group of its own: programs that a test started end with it.
    detached: true,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  running.add(child.pid);
  return new Promise((resolve) => {
    const timer = setTimeout(() => end(undefined), limit);
    const end = (answer) => {
      clearTimeout(timer);
      child.removeAllListeners().on('error', () => undefined);
      running.delete(child.pid);
      endGroup(child.pid);
      resolve(answer);
    };
    child.once('message', end);
    for (const event of ['exit', 'error']) child.once(event, () => end(undefined));
    child.send(message, () => undefined);
  });
}

/** Does nothing if all of its processes have ended. */
function endGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
