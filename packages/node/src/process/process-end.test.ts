import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { sleep, until } from '../../test/serving.js';
import { endSpawned, spawned } from '../../test/spawned.js';
import { get, readResponses, Wire } from '../../test/wire.js';

afterEach(endSpawned);

describe('a process with signal handlers', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'loses none of 200 requests at %s, waits for no silent connection, and exits with 0',
    async (signal) => {
      const server = await started();
      const silent = new Wire(server.port);
      const wires = Array.from({ length: 200 }, () => new Wire(server.port).send(get()));
      await until(() => wires.every(({ socket }) => socket.bytesWritten > 0 && !socket.connecting));
      await sleep(100);
      server.child.kill(signal);
      const [code] = (await once(server.child, 'exit')) as [number | null];
      await Promise.all(wires.map((wire) => wire.untilClosed()));
      const bodies = wires.map(({ heard }) => readResponses(heard, true)[0]?.body.toString());
      expect(bodies.filter((body) => body === 'done')).toHaveLength(200);
      expect([code, server.lines()]).toEqual([0, ['closed']]);
      silent.destroy();
    },
    20_000,
  );

  it('exits with 1 at once at the second signal', async () => {
    const server = await started();
    const wire = new Wire(server.port).send(get());
    await sleep(50);
    server.child.kill('SIGTERM');
    await sleep(20);
    server.child.kill('SIGTERM');
    expect(await once(server.child, 'exit')).toEqual([1, null]);
    wire.destroy();
  }, 20_000);
});

describe('a process with guards', () => {
  it('finishes the requests beside a stray rejection, reports it, and exits with 1', async () => {
    const server = await started();
    const wires = Array.from({ length: 50 }, () => new Wire(server.port).send(get()));
    const stray = new Wire(server.port).send(get('/stray'));
    const [code] = (await once(server.child, 'exit')) as [number | null];
    await Promise.all([...wires, stray].map((wire) => wire.untilClosed()));
    const bodies = [...wires, stray].map(({ heard }) => readResponses(heard, true)[0]?.body);
    expect(bodies.filter((body) => body?.toString() === 'done')).toHaveLength(51);
    expect([code, server.lines()]).toEqual([1, ['Error: stray', 'closed']]);
  }, 20_000);
});

/** The server of test/ending-server.ts, listening. */
async function started() {
  const { child, output } = spawned('ending-server.ts');
  await until(() => output().includes('\n') || child.exitCode !== null, 15_000);
  const lines = () => output().trim().split('\n').slice(1);
  return { child, port: Number(output().split('\n')[0]), lines };
}
