/** Two workers, for the tests of how they change. The primary process speaks by lines on stdout. */
import nodeCluster from 'node:cluster';
import { existsSync, readFileSync } from 'node:fs';
import { factories } from '@mortise/message';
import { serve, serveCluster } from '../src/index.js';

/** A file that keeps workers from beginning: they fail, or hang if it says so. */
const { BROKEN = '', ENDS_AT_ERROR, HTTP2, IDLE_TIMEOUT = '500' } = process.env;
const { WORKER_TIMEOUT = '30000' } = process.env;
const say = (what: string, value: unknown): void => {
  console.log(JSON.stringify({ [what]: value }));
};

const handle = async (path: string) => {
  if (path === '/crash') process.exit(3);
  if (path === '/busy') for (const end = performance.now() + 2; performance.now() < end; );
  if (path === '/slow') {
    say('slow', process.pid);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  return factories.createResponse().withBody(factories.createStream(String(process.pid)));
};

const start = () => {
  if (existsSync(BROKEN)) {
    if (readFileSync(BROKEN, 'utf8') === 'hang') return new Promise<never>(() => undefined);
    throw new Error('broken');
  }
  return serve(
    { handle: (request) => handle(request.getRequestTarget()) },
    { factories, port: 0, http2: HTTP2 !== undefined },
  );
};

nodeCluster.on('fork', ({ process: { pid } }) => {
  say('forked', pid);
});
const cluster = await serveCluster(start, {
  workers: 2,
  workerTimeout: Number(WORKER_TIMEOUT),
  idleTimeout: Number(IDLE_TIMEOUT),
  onError: (error) => {
    say('error', String(error));
    if (ENDS_AT_ERROR !== undefined) process.kill(process.pid, 'SIGTERM');
  },
}).catch((error: unknown) => {
  say('refused', String(error));
  return null;
});
if (cluster !== null) {
  cluster.onClosed(() => {
    say('closed', cluster.workers);
  });
  let last = '';
  const look = (): void => {
    const { ready, workers, port } = cluster;
    const now = JSON.stringify({ ready, workers, port });
    if (now !== last) say('state', { ready, workers, port });
    last = now;
  };
  setInterval(look, 5).unref();
  look();
}
