import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { endSpawned, spawned } from '../../test/spawned.js';
import { sleep, until } from '../../test/serving.js';
import { lastGet, Wire } from '../../test/wire.js';

const TIMEOUT = 60_000; // each worker loads the sources anew

afterEach(endSpawned);

describe('the end of a cluster', () => {
  it.each(['the primary process', 'the whole group', 'a worker', 'the primary process, killed'])(
    'loses no connection that is made before and around a signal to %s',
    async (whom) => {
      const { child, port, workers } = await started();
      const wires = dial(port, 50);
      await once((wires[0] as Wire).socket, 'connect');
      if (whom !== 'a worker') child.kill(whom.endsWith('killed') ? 'SIGKILL' : 'SIGTERM');
      if (whom === 'the whole group') for (const id of workers) process.kill(id, 'SIGTERM');
      if (whom === 'a worker') process.kill(workers[0] as number, 'SIGTERM');
      const exit = once(child, 'exit');
      for (let i = 0; i < 15; i++) {
        wires.push(...dial(port, 5));
        await sleep(1);
      }
      await Promise.all(wires.map((wire) => wire.untilClosed(10_000)));
      const answers = wires.map(({ heard }) => heard.slice(0, 12));
      expect(answers).toEqual(wires.map(() => 'HTTP/1.1 200'));
      if (whom !== 'a worker') await exit;
    },
    TIMEOUT,
  );
});

/** Connections of their own that ask at once. */
function dial(port: number, count: number): Wire[] {
  return Array.from({ length: count }, () => new Wire(port).send(lastGet('/busy')));
}

async function started() {
  const { child, output } = spawned('cluster-server.ts');
  await until(() => output().includes('state'), TIMEOUT);
  const line = output()
    .split('\n')
    .find((text) => text.includes('state')) as string;
  const { port, workers } = (JSON.parse(line) as { state: { port: number; workers: number[] } })
    .state;
  return { child, port, workers };
}
