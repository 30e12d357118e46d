import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import type { ClientHttp2Session } from 'node:http2';
import { ask, client, closeClients } from '../../test/http2-client.js';
import { endSpawned, spawned } from '../../test/spawned.js';
import { sleep, until } from '../../test/serving.js';
import { lastGet, Wire } from '../../test/wire.js';

const TIMEOUT = 240_000; // each worker loads the sources anew

afterEach(() => {
  closeClients();
  endSpawned();
});

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
      for (const end = performance.now() + 20; performance.now() < end; ) {
        wires.push(...dial(port, 5));
        await sleep(1);
      }
      await Promise.all(wires.map((wire) => wire.untilClosed()));
      const answers = wires.filter(wasMade).map(({ heard }) => heard.slice(0, 12));
      expect(answers.length).toBeGreaterThan(50);
      expect(answers).toEqual(answers.map(() => 'HTTP/1.1 200'));
      if (whom !== 'a worker') await exit;
    },
    TIMEOUT,
  );

  it(
    'finishes the requests of connections of HTTP/2, old ones and new',
    async () => {
      const { child, port } = await started({ HTTP2: 'yes' });
      const sessions = Array.from({ length: 10 }, () => client(`http://127.0.0.1:${port}`));
      const asked = sessions.flatMap((session) => [
        ask(session, { ':path': '/slow' }),
        ask(session, { ':path': '/slow' }),
      ]);
      await once(sessions.at(-1) as ClientHttp2Session, 'remoteSettings');
      const late = Array.from({ length: 10 }, () => client(`http://127.0.0.1:${port}`));
      asked.push(...late.map((session) => ask(session, { ':path': '/slow' })));
      await once(late[0] as ClientHttp2Session, 'connect');
      child.kill('SIGTERM');
      const statuses = (await Promise.all(asked)).map(({ status }) => status);
      expect(statuses).toEqual(asked.map(() => 200));
      expect(await once(child, 'exit')).toEqual([0, null]);
    },
    TIMEOUT,
  );
});

/** Connections of their own that ask at once. */
function dial(port: number, count: number): Wire[] {
  return Array.from({ length: count }, () => {
    const wire = new Wire(port).send(lastGet('/busy'));
    wire.socket.once('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ECONNREFUSED') refused.add(wire);
    });
    return wire;
  });
}

/** A busy machine may be late to ask, when nobody listens any more. */
const refused = new WeakSet<Wire>();
const wasMade = (wire: Wire): boolean => !refused.has(wire);

async function started(env: Readonly<Record<string, string>> = {}) {
  const { child, output } = spawned('cluster-server.ts', env);
  await until(() => output().includes('state'), TIMEOUT);
  const line = output()
    .split('\n')
    .find((text) => text.includes('state')) as string;
  const { port, workers } = (JSON.parse(line) as { state: { port: number; workers: number[] } })
    .state;
  return { child, port, workers };
}
