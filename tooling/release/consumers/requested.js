/** Programs that serve: started, requested once, and ended. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { printedBy } from '../../setup/printed.js';

const TIMEOUT = 20_000;
/** A container listens on every address: only the port is taken from it. */
const ADDRESS = /listening on http:\/\/\S+?:(\d+\S*)\n/;

/**
 * Starts a program that prints `listening on URL`, requests that page, and ends the program as a container does.
 *
 * @returns {Promise<string | null>} what went wrong: it printed no address, did not respond, or did not exit with 0
 */
export async function requestServed(program, args, cwd, env) {
  const stdio = ['ignore', 'pipe', 'pipe'];
  const child = spawn(program, args, { cwd, env: { ...env, PORT: '0' }, stdio });
  let printed = '';
  for (const output of [child.stdout, child.stderr])
    output.on('data', (chunk) => (printed += chunk));
  const killing = setTimeout(() => child.kill('SIGKILL'), TIMEOUT);
  try {
    const address = await printedBy(child, ADDRESS, TIMEOUT);
    await (await fetch(`http://127.0.0.1:${address}`)).text();
    child.kill('SIGTERM');
    const [code] = await once(child, 'close');
    return code === 0 ? null : `${args.join(' ')} ended with ${code}: ${printed}`;
  } catch (error) {
    return `${args.join(' ')}: ${error.message}`;
  } finally {
    clearTimeout(killing);
    child.kill('SIGKILL');
  }
}
