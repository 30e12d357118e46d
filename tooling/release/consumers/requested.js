/** Programs that serve: started, requested once, and ended. */
import { spawn } from 'node:child_process';

const TIMEOUT = 20_000;
const ADDRESS = /listening on (http:\/\/\S+)\n/;

/**
 * Starts a program that prints `listening on URL`, requests that page, and ends the program as a container does.
 *
 * @returns {Promise<string | null>} what went wrong: it printed no address, did not respond, or did not exit with 0
 */
export function requestServed(program, args, cwd, env) {
  const stdio = ['ignore', 'pipe', 'pipe'];
  const child = spawn(program, args, { cwd, env: { ...env, PORT: '0' }, stdio });
  return new Promise((resolve) => {
    let printed = '';
    let requested = false;
    const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT);
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve(requested && code === 0 ? null : `${args.join(' ')} ended with ${code}: ${printed}`);
    });
    const read = (chunk) => {
      printed += chunk;
      const address = ADDRESS.exec(printed)?.[1];
      if (address === undefined || requested) return;
      requested = true;
      fetch(onThisMachine(address))
        .then((response) => response.text())
        .catch((error) => resolve(`the first request failed: ${error.message}`))
        .finally(() => child.kill('SIGTERM'));
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
  });
}

/** A container listens on every address. */
function onThisMachine(address) {
  const url = new URL(address);
  url.hostname = '127.0.0.1';
  return url;
}
