/** Ends the program after its server has sent one response, and prints its CPU time. */
import { get } from 'node:http';

export function answered(port) {
  get({ host: '127.0.0.1', port }, (response) => {
    response.setEncoding('utf8').on('data', (text) => {
      if (text !== 'Hello') throw new Error(`the answer is ${text}`);
      const { user, system } = process.cpuUsage();
      console.log(user + system);
      process.exit(0);
    });
  });
}
