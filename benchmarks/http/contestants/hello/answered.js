/**
 * Ends the program when its server has sent one response and then been idle for a moment. Prints the CPU time until
 * the response in microseconds, and the resident memory after the pause in bytes.
 */
import { get } from 'node:http';

/** In milliseconds. */
const IDLE = 300;

export function answered(port) {
  get({ host: '127.0.0.1', port, agent: false }, (response) => {
    response.setEncoding('utf8').on('data', (text) => {
      if (text !== 'Hello') throw new Error(`the answer is ${text}`);
      const { user, system } = process.cpuUsage();
      setTimeout(() => {
        console.log(JSON.stringify({ cpu: user + system, memory: process.memoryUsage.rss() }));
        process.exit(0);
      }, IDLE);
    });
  });
}
