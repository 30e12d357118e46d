import { afterEach, describe, expect, it } from '@jest/globals';
import { type EventEmitter, once } from 'node:events';
import { ask, client, closeClients } from '../../test/http2-client.js';
import { endSpawned, spawned } from '../../test/spawned.js';
import { sleep } from '../../test/serving.js';
import { PROCESS_PATIENCE, waitFor, waitForEvent } from '../../test/wait-for.js';
import { lastGet, Wire } from '../../test/wire.js';

const TIMEOUT = 240_000; // each worker loads the sources again

afterEach(() => {
  closeClients();
  endSpawned();
});

describe('the end of a cluster', () => {
  it.each(['the primary process', 'the whole group', 'a worker', 'the primary process, killed'])(
    'loses no connection that is opened before and during a signal to %s',
    async (whom) => {
      const { child, port, workers } = await started();
      const wires = dial(port, 50);
      await happens(wires[0]?.socket, 'connect');
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
      expect(answers.length).toBeGreaterThanOrEqual(50);
      expect(answers).toEqual(answers.map(() => 'HTTP/1.1 200'));
      if (whom !== 'a worker') await waitForEvent('the end of the process', exit);
    },
    TIMEOUT,
  );

  it(
    'finishes the requests of old and new HTTP/2 connections, then runs the hooks',
    async () => {
      const { child, port, output } = await started({ HTTP2: 'yes' });
      const sessions = Array.from({ length: 10 }, () => client(`http://127.0.0.1:${port}`));
      const asked = sessions.flatMap((session) => [
        ask(session, { ':path': '/slow' }),
        ask(session, { ':path': '/slow' }),
      ]);
      await happens(sessions.at(-1), 'remoteSettings');
      const late = Array.from({ length: 10 }, () => client(`http://127.0.0.1:${port}`));
      asked.push(...late.map((session) => ask(session, { ':path': '/slow' })));
      await happens(late[0], 'connect');
      child.kill('SIGTERM');
      const statuses = (await Promise.all(asked)).map(({ status }) => status);
      expect(statuses).toEqual(asked.map(() => 200));
      expect(await happens(child, 'exit')).toEqual([0, null]);
      expect(output()).toContain('{"closed":[]}');
    },
    TIMEOUT,
  );
});

/** Waits for an event of a socket, session or process. */
function happens(emitter: EventEmitter | undefined, event: string): Promise<unknown[]> {
  return waitForEvent(`the event ${event}`, once(emitter as EventEmitter, event));
}

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
  await waitFor(() => output().includes('state'), PROCESS_PATIENCE);
  const line = output()
    .split('\n')
    .find((text) => text.includes('state')) as string;
  const { port, workers } = (JSON.parse(line) as { state: { port: number; workers: number[] } })
    .state;
  return { child, port, workers, output };
}
