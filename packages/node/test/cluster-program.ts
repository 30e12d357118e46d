/**
 * A program that serves with several processes, without a server. Its argument is what `start` does in a worker, which
 * says by messages what happens to it.
 */
import { type ClusterOptions, serveCluster } from '../src/process/serve-cluster.js';

const [does = '', options = '{}'] = process.argv.slice(2);
const say = (...said: unknown[]): void => void process.send?.({ said });

const server = {
  url: 'http://127.0.0.1:7',
  port: 7,
  ready: true,
  internals: [],
  close: (given: unknown): Promise<void> => {
    say('close', given);
    return does === 'stay' ? new Promise(() => undefined) : Promise.resolve();
  },
  onClosed: () => undefined,
};

const start = () => {
  say('start');
  if (does === 'fail') throw new Error('broken');
  return does === 'hang' ? new Promise<never>(() => undefined) : server;
};

const handle = await serveCluster(start, {
  ...(JSON.parse(options) as ClusterOptions),
  onClosed: () => {
    say('closed');
  },
  onError: (error) => {
    say('error', String(error));
  },
});
say('served', handle);
