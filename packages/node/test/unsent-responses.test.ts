import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { ServerLimits } from '../src/server-limits.js';
import { bodiesOf, repeated, settled } from './pipelined.js';
import { answer, closeServers, gate, serving } from './serving.js';
import { endSpawned, spawned } from './spawned.js';
import { PROCESS_PATIENCE, waitFor, waitForEvent } from './wait-for.js';
import { get, lastGet, talk, Wire } from './wire.js';

afterEach(() => {
  endSpawned();
  return closeServers();
});

describe('responses that wait for the client', () => {
  /** A server whose first response waits for the test; the others are ready immediately. */
  async function blocked(limits: Partial<ServerLimits>) {
    const { opened, open } = gate();
    let handled = 0;
    const { port } = await serving(
      (request) => {
        handled++;
        const first = request.getRequestTarget() === '/0';
        return first ? opened.then(() => answer('first')) : answer('x'.repeat(1_000));
      },
      { limits },
    );
    return { port, open, handled: () => handled };
  }
  /** The size in bytes of one of the immediate responses. */
  const size = async () => {
    const { port } = await blocked({});
    const wire = new Wire(port).send(get('/1'));
    await bodiesOf(wire, 1);
    wire.destroy();
    return wire.heard.length;
  };

  it.each([
    [-1, 3],
    [0, 4],
    [1, 4],
  ])('hold back further requests over `unsentBytes`; %i beside it: %i', async (beside, count) => {
    const { port, open, handled } = await blocked({ unsentBytes: 2 * (await size()) + beside });
    const wire = new Wire(port).send(repeated(10));
    await waitFor(() => handled() === count);
    await settled(port);
    expect(handled()).toBe(count);
    open();
    expect(await bodiesOf(wire, 10)).toHaveLength(10);
    wire.destroy();
  });

  it('are finished when they have begun, however large', async () => {
    const { port } = await serving(() => answer('x'.repeat(200_000)), {
      limits: { unsentBytes: 0 },
    });
    const wire = new Wire(port).send(repeated(5));
    const all = await bodiesOf(wire, 5);
    expect(all.map(({ length }) => length)).toEqual(Array.from({ length: 5 }, () => 200_000));
    wire.destroy();
  });

  it('do not exhaust the memory of a small process', async () => {
    const { child, output } = spawned('large-answers.ts', {}, ['--max-old-space-size=512']);
    await waitFor(() => output().includes('\n') || child.exitCode !== null, PROCESS_PATIENCE);
    const port = Number(output());
    const wires = Array.from({ length: 4 }, () => {
      const wire = new Wire(port);
      wire.socket.pause();
      return wire.send(repeated(990));
    });
    await Promise.all(wires.map(({ socket }) => waitForEvent('a connection', connected(socket))));
    for (let i = 0; i < 10; i++) expect(await talk(port, lastGet('/small'))).toMatch(/small$/);
    expect(child.exitCode).toBeNull();
    for (const wire of wires) wire.destroy();
  });
});

function connected(socket: Socket): Promise<unknown> {
  return socket.connecting ? once(socket, 'connect') : Promise.resolve();
}
