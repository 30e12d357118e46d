import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { endSpawned, spawned } from '../../test/spawned.js';
import { PROCESS_PATIENCE, waitFor, waitForEvent } from '../../test/wait-for.js';
import { get, readResponses, Wire } from '../../test/wire.js';

afterEach(endSpawned);

describe('a process with signal handlers', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'loses none of 200 requests at %s, does not wait for silent connections, and exits with 0',
    async (signal) => {
      const server = await started();
      const silent = new Wire(server.port);
      const wires = Array.from({ length: 200 }, () => new Wire(server.port).send(get()));
      await waitFor(() => server.requests() === 200);
      server.child.kill(signal);
      const [code] = (await waitForEvent(
        'the end of the process',
        once(server.child, 'close'),
      )) as [number | null];
      await Promise.all(wires.map((wire) => wire.untilClosed()));
      const bodies = wires.map(({ heard }) => readResponses(heard, true)[0]?.body.toString());
      expect(bodies.filter((body) => body === 'done')).toHaveLength(200);
      expect([code, server.lines()]).toEqual([0, ['told to end', 'closed']]);
      silent.destroy();
    },
  );

  it('exits with 1 immediately at the second signal', async () => {
    const server = await started();
    const wire = new Wire(server.port).send(get('/never'));
    await waitFor(() => server.requests() === 1);
    server.child.kill('SIGTERM');
    await waitFor(() => server.lines().includes('told to end'));
    server.child.kill('SIGTERM');
    expect(await waitForEvent('the end of the process', once(server.child, 'close'))).toEqual([
      1,
      null,
    ]);
    wire.destroy();
  });
});

describe('a process with guards', () => {
  it('finishes running requests after an unhandled rejection, reports it, and exits with 1', async () => {
    const server = await started();
    const wires = Array.from({ length: 50 }, () => new Wire(server.port).send(get()));
    await waitFor(() => server.requests() === 50);
    const stray = new Wire(server.port).send(get('/stray'));
    const [code] = (await waitForEvent('the end of the process', once(server.child, 'close'))) as [
      number | null,
    ];
    await Promise.all([...wires, stray].map((wire) => wire.untilClosed()));
    const bodies = [...wires, stray].map(({ heard }) => readResponses(heard, true)[0]?.body);
    expect(bodies.filter((body) => body?.toString() === 'done')).toHaveLength(51);
    expect([code, server.lines()]).toEqual([1, ['Error: stray', 'closed']]);
  });
});

/** The server of test/ending-server.ts, listening. */
async function started() {
  const { child, output } = spawned('ending-server.ts');
  await waitFor(() => output().includes('\n') || child.exitCode !== null, PROCESS_PATIENCE);
  const said = () => output().trim().split('\n').slice(1);
  const isRequest = (line: string) => line.startsWith('request ');
  /** How many have reached the handler. */
  const requests = () => said().filter(isRequest).length;
  const lines = () => said().filter((line) => !isRequest(line));
  return { child, port: Number(output().split('\n')[0]), requests, lines };
}
